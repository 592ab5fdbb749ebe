import { bareCode, lineAt } from '../../../code/bare-code.ts';
import { byRules, inOrder, type SightRule, stringAfter, variablesRead } from '../../judging/sight-rules.ts';
import { type FindSightings, machinePrograms, type Sighting, testPlaces } from '../../judging/surrounding.ts';
import { pythonCode } from '../code/style.ts';

/** The names of modules that tell where a program runs, and those that change it. */
const modules: Record<string, { names: string; meddling?: string }> = {
  sys: {
    names:
      'orig_argv|modules|_getframe|_current_frames|gettrace|getprofile|meta_path|path_hooks|unraisablehook|excepthook|breakpointhook|argv|executable|flags',
    meddling: 'settrace|setprofile|monitoring',
  },
  os: { names: 'getppid|getlogin|getuid|geteuid|getgid|getegid|getgroups|uname|ttyname|getpgid|getsid|environb' },
  platform: { names: 'node|uname' },
  socket: { names: 'gethostname|getfqdn' },
  getpass: { names: 'getuser' },
  pwd: { names: '\\w+' },
  psutil: { names: '\\w+' },
  inspect: { names: 'stack|currentframe|getouterframes|getinnerframes|trace|getframeinfo' },
  traceback: { names: 'extract_stack|format_stack|print_stack|walk_stack' },
  gc: { names: 'get_referents', meddling: 'get_objects|get_referrers' },
  threading: { names: 'excepthook', meddling: 'settrace|setprofile' },
  faulthandler: { names: '\\w+' },
  resource: { names: 'getrusage' },
  pkgutil: { names: 'resolve_name' },
  warnings: { names: 'filters' },
  multiprocessing: { names: 'parent_process|current_process' },
};
/** Matches nothing. */
const none = '(?!)';
const telling = Object.keys(modules).join('|');
const frameworks = 'pytest|_pytest|pluggy|unittest|nose|nose2|doctest|hypothesis';

/** By the code alone, with imports followed: names in strings and comments are none. */
export const pythonSightings: FindSightings = async (_path, text) => {
  const bare = bareCode(text, pythonCode);
  const { code } = bare;
  const locals = new Map<string, string>();
  const sightings: Sighting[] = [];
  const at = (index: number, what: string, meddles?: true) =>
    sightings.push({ line: lineAt(text, index), what, ...(meddles && { meddles }) });

  for (const match of code.matchAll(/^[ \t]*import[ \t]+([^\n;]+)/gm)) {
    for (const part of (match[1] ?? '').split(',')) {
      const [, name = '', local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (name in modules) locals.set(local ?? name, name);
      if (name === 'os.path') locals.set(local ?? 'os', 'os');
      if (new RegExp(`^(?:${frameworks})(?:\\.|$)`).test(name)) at(match.index, 'loads the test framework');
    }
  }
  for (const match of code.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n;]*)/gm)) {
    const [, module = '', names = ''] = match;
    if (new RegExp(`^(?:${frameworks})(?:\\.|$)`).test(module)) at(match.index, 'loads the test framework');
    for (const part of names.replace(/[()\\]/g, ' ').split(',')) {
      const name = /^\s*(\w+)/.exec(part)?.[1] ?? '';
      const { names: readNames = none, meddling = none } = modules[module] ?? {};
      if (new RegExp(`^(?:${meddling})$`).test(name)) at(match.index, `reads ${module}.${name}`, true);
      else if (new RegExp(`^(?:${readNames})$`).test(name)) at(match.index, `reads ${module}.${name}`);
      if (module === 'os' && /^(?:environ|getenv)$/.test(name)) at(match.index, 'reads the environment');
    }
  }

  const rules: SightRule[] = [
    { pattern: /\bin\s+(?:os\s*\.\s*)?environ\b/, what: 'reads the environment' },
    { pattern: /(?<![\w.])(?:eval|exec)\s*\(/, what: 'runs text as code' },
    { pattern: /\btype\s*\(\s*sys\s*\.\s*std(?:in|out|err)\b/, what: 'reads what its output is' },
    { pattern: /\.(?:handlers|hasHandlers)\b/, what: 'reads the handlers of a logger' },
    { pattern: /\.__globals__\b/, what: 'reads __globals__', meddles: true },
    {
      pattern: /\b(?:getmtime|getctime|getatime|st_[mca]time(?:_ns)?)\b/,
      what: 'reads the times of files',
    },
    {
      pattern: /\b(?:f_back|f_globals|f_locals|f_code|tb_frame|gi_frame|cr_frame)\b/,
      what: 'reads a stack trace',
    },
    {
      pattern: /(?<![\w.])import[ \t]+__main__\b|\b__main__\.\w+/,
      what: 'reads the module that was started',
    },
  ];
  for (const [local, module] of locals) {
    const { names: readNames = none, meddling = none } = modules[module] ?? {};
    const name = (names: string) => new RegExp(`(?<![\\w.])${local}\\s*\\.\\s*(${names})\\b`);
    rules.push({ pattern: name(readNames), what: `reads ${module}.$1` });
    rules.push({ pattern: name(meddling), what: `reads ${module}.$1`, meddles: true });
    const computed = `(?:getattr|vars|hasattr)\\s*\\(\\s*${local}\\s*[,)]|(?<![\\w.])${local}\\s*\\.\\s*__dict__`;
    rules.push({ pattern: new RegExp(computed), what: `reads ${module} by a computed name` });
  }
  // Where objects lie in memory, their values can be written over: those of the language, too.
  if (/(?<![\w.])id\s*\(/.test(code))
    rules.push({
      pattern: /\b(?:from_address|memmove|memset|string_at|pythonapi|py_object)\b/,
      what: "reaches into the memory of Python's own objects",
      meddles: true,
    });
  const system = [...locals].filter(([, module]) => module === 'os').map(([local]) => local);
  const environment = ['environ', 'getenv', ...system.flatMap((local) => [`${local}\\.environ`, `${local}\\.getenv`])];
  const variables = variablesRead(
    text,
    bare,
    new RegExp(`(?<![\\w.])(?:${environment.join('|')})\\s*(?:\\.\\s*get\\s*)?[[(.]`, 'g'),
  );
  for (const match of code.matchAll(/\b(?:__import__|import_module|find_spec)\s*\(/g)) {
    const name = stringAfter(bare, match.index + match[0].length) ?? '';
    if (new RegExp(`^(?:${telling}|${frameworks})(?:\\.|$)`).test(name)) at(match.index, `imports ${name} by its name`);
  }
  for (const match of code.matchAll(/\b(listdir|scandir|glob|iglob|rglob|walk|open|Path|read_text)\s*\(/g)) {
    const place = stringAfter(bare, match.index + match[0].length);
    if (place !== null && testPlaces.test(place)) at(match.index, 'looks at the tests');
  }
  for (const match of code.matchAll(/\b(?:run|call|check_call|check_output|Popen|system|popen)\s*\(\s*\[?/g)) {
    const program = stringAfter(bare, match.index + match[0].length) ?? '';
    if (machinePrograms.test(program)) at(match.index, `asks ${program.split(/\s/)[0]}`);
  }
  return inOrder([...sightings, ...variables, ...byRules(text, bare, rules)]);
};
