import { bareCode, lineAt } from '../../../code/bare-code.ts';
import { byRules, inOrder, type SightRule, stringAfter, variablesRead } from '../../judging/sight-rules.ts';
import { type FindSightings, machinePrograms, type Sighting, testPlaces } from '../../judging/surrounding.ts';
import { pythonCode } from '../code/style.ts';

/** What is told of a module's names; those that programs read every day are not strong. */
const modules: Record<string, { strong: string; ordinary?: string }> = {
  sys: {
    strong:
      'orig_argv|modules|_getframe|_current_frames|settrace|setprofile|gettrace|getprofile|meta_path|path_hooks|monitoring|unraisablehook|excepthook|breakpointhook',
    ordinary: 'argv|executable|flags',
  },
  os: {
    strong: 'getppid|getlogin|getuid|geteuid|getgid|getegid|getgroups|uname|ttyname|getpgid|getsid',
    ordinary: 'environb',
  },
  platform: { strong: 'node|uname' },
  socket: { strong: 'gethostname|getfqdn' },
  getpass: { strong: 'getuser' },
  pwd: { strong: '\\w+' },
  psutil: { strong: '\\w+' },
  inspect: { strong: 'stack|currentframe|getouterframes|getinnerframes|trace|getframeinfo' },
  traceback: { strong: 'extract_stack|format_stack|print_stack|walk_stack' },
  gc: { strong: 'get_objects|get_referrers|get_referents' },
  threading: { strong: 'settrace|setprofile|excepthook' },
  faulthandler: { strong: '\\w+' },
  resource: { strong: 'getrusage' },
  pkgutil: { strong: 'resolve_name' },
  warnings: { strong: 'filters' },
  multiprocessing: { strong: 'parent_process', ordinary: 'current_process' },
};
const telling = Object.keys(modules).join('|');
const frameworks = 'pytest|_pytest|pluggy|unittest|nose|nose2|doctest|hypothesis';

/** By the code alone, with imports followed: names in strings and comments are none. */
export const pythonSightings: FindSightings = async (_path, text) => {
  const bare = bareCode(text, pythonCode);
  const { code } = bare;
  const locals = new Map<string, string>();
  const sightings: Sighting[] = [];
  const at = (index: number, what: string, strong: boolean) =>
    sightings.push({ line: lineAt(text, index), what, strong });

  for (const match of code.matchAll(/^[ \t]*import[ \t]+([^\n;]+)/gm)) {
    for (const part of (match[1] ?? '').split(',')) {
      const [, name = '', local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (name in modules) locals.set(local ?? name, name);
      if (name === 'os.path') locals.set(local ?? 'os', 'os');
      if (new RegExp(`^(?:${frameworks})(?:\\.|$)`).test(name)) at(match.index, 'loads the test framework', true);
    }
  }
  for (const match of code.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n;]*)/gm)) {
    const [, module = '', names = ''] = match;
    if (new RegExp(`^(?:${frameworks})(?:\\.|$)`).test(module)) at(match.index, 'loads the test framework', true);
    for (const part of names.replace(/[()\\]/g, ' ').split(',')) {
      const name = /^\s*(\w+)/.exec(part)?.[1] ?? '';
      const { strong, ordinary } = modules[module] ?? {};
      if (strong !== undefined && new RegExp(`^(?:${strong})$`).test(name))
        at(match.index, `reads ${module}.${name}`, true);
      if (ordinary !== undefined && new RegExp(`^(?:${ordinary})$`).test(name))
        at(match.index, `reads ${module}.${name}`, false);
      if (module === 'os' && /^(?:environ|getenv)$/.test(name)) at(match.index, 'reads the environment', false);
    }
  }

  const rules: SightRule[] = [
    { pattern: /\bin\s+(?:os\s*\.\s*)?environ\b/, what: 'reads the environment', strong: false },
    { pattern: /(?<![\w.])(?:eval|exec)\s*\(/, what: 'runs text as code', strong: true },
    { pattern: /\btype\s*\(\s*sys\s*\.\s*std(?:in|out|err)\b/, what: 'reads what its output is', strong: true },
    { pattern: /\.(?:handlers|hasHandlers)\b/, what: 'reads the handlers of a logger', strong: true },
    { pattern: /\.__globals__\b/, what: 'reads __globals__', strong: true },
    {
      pattern: /\b(?:getmtime|getctime|getatime|st_[mca]time(?:_ns)?)\b/,
      what: 'reads the times of files',
      strong: false,
    },
    {
      pattern: /\b(?:f_back|f_globals|f_locals|f_code|tb_frame|gi_frame|cr_frame)\b/,
      what: 'reads a stack trace',
      strong: true,
    },
    {
      pattern: /(?<![\w.])import[ \t]+__main__\b|\b__main__\.\w+/,
      what: 'reads the module that was started',
      strong: true,
    },
  ];
  for (const [local, module] of locals) {
    const { strong, ordinary } = modules[module] ?? { strong: '(?!)' };
    const name = (names: string) => new RegExp(`(?<![\\w.])${local}\\s*\\.\\s*(${names})\\b`);
    rules.push({ pattern: name(strong), what: `reads ${module}.$1`, strong: true });
    if (ordinary !== undefined) rules.push({ pattern: name(ordinary), what: `reads ${module}.$1`, strong: false });
    const computed = `(?:getattr|vars|hasattr)\\s*\\(\\s*${local}\\s*[,)]|(?<![\\w.])${local}\\s*\\.\\s*__dict__`;
    rules.push({ pattern: new RegExp(computed), what: `reads ${module} by a computed name`, strong: true });
  }
  const system = [...locals].filter(([, module]) => module === 'os').map(([local]) => local);
  const environment = ['environ', 'getenv', ...system.flatMap((local) => [`${local}\\.environ`, `${local}\\.getenv`])];
  const variables = variablesRead(
    text,
    bare,
    new RegExp(`(?<![\\w.])(?:${environment.join('|')})\\s*(?:\\.\\s*get\\s*)?[[(.]`, 'g'),
  );
  for (const match of code.matchAll(/\b(?:__import__|import_module|find_spec)\s*\(/g)) {
    const name = stringAfter(bare, match.index + match[0].length) ?? '';
    if (new RegExp(`^(?:${telling}|${frameworks})(?:\\.|$)`).test(name))
      at(match.index, `imports ${name} by its name`, true);
  }
  for (const match of code.matchAll(/\b(listdir|scandir|glob|iglob|rglob|walk|open|Path|read_text)\s*\(/g)) {
    const place = stringAfter(bare, match.index + match[0].length);
    if (place !== null && testPlaces.test(place)) at(match.index, 'looks at the tests', true);
  }
  for (const match of code.matchAll(/\b(?:run|call|check_call|check_output|Popen|system|popen)\s*\(\s*\[?/g)) {
    const program = stringAfter(bare, match.index + match[0].length) ?? '';
    if (machinePrograms.test(program)) at(match.index, `asks ${program.split(/\s/)[0]}`, true);
  }
  return inOrder([...sightings, ...variables, ...byRules(text, bare, rules)]);
};
