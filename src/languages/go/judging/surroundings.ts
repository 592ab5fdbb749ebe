import { bareCode, lineAt } from '../../../code/bare-code.ts';
import { byRules, inOrder, type SightRule, stringAfter, variablesRead } from '../../judging/sight-rules.ts';
import { type FindSightings, machinePrograms, type Sighting, testPlaces } from '../../judging/surrounding.ts';
import { importsOf } from '../code/imports.ts';
import { goCode } from '../code/style.ts';

/** By the path of a package: the names that tell where a program runs. */
const packages: Record<string, { strong: string; ordinary?: string }> = {
  os: {
    strong: 'Hostname|Getppid|Getuid|Geteuid|Getgid|Getegid|Getgroups|Executable',
    ordinary: 'Args|Environ|ExpandEnv',
  },
  syscall: { strong: 'Getppid|Getuid|Geteuid|Getgid|Uname|Sysinfo', ordinary: 'Environ' },
  'os/user': { strong: 'Current|Lookup\\w*' },
  runtime: { strong: 'Callers?|CallersFrames|Stack|FuncForPC|GoroutineProfile' },
  'runtime/debug': { strong: 'Stack|PrintStack|ReadBuildInfo' },
  flag: { strong: 'Lookup|Visit|VisitAll|Parsed|NFlag|NArg', ordinary: 'Args|Arg|CommandLine' },
  log: { strong: 'Lshortfile|Llongfile' },
  'log/slog': { strong: 'AddSource|SourceKey' },
  expvar: { strong: 'Get|Do|Handler' },
  'runtime/pprof': { strong: 'Lookup|Profiles|StartCPUProfile' },
  net: { strong: 'Interfaces|InterfaceAddrs' },
};

/** What a build is for; any other tag is set by whoever builds. */
const isPlatform =
  /^(?:aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos|unix|386|amd64(?:\.v\d)?|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|sparc64|wasm|cgo|gc|gccgo|race|msan|asan|ignore|tools|go1\.\d+|purego|appengine)$/;

export const goSightings: FindSightings = async (_path, text) => {
  const bare = bareCode(text, goCode);
  const sightings: Sighting[] = [];
  const rules: SightRule[] = [{ pattern: /\.ModTime\s*\(/, what: 'reads the times of files', strong: false }];
  const environment: string[] = [];
  for (const { at, local, path } of importsOf(bare)) {
    if (path === 'testing' || /\/(?:testify|gomega|ginkgo)(?:\/|$)/.test(path))
      sightings.push({ line: lineAt(text, at), what: 'loads the test framework', strong: true });
    const names = packages[path];
    if (names === undefined) continue;
    const one = (words: string) => new RegExp(`(?<![\\w.])${local}\\.(${words})\\b`);
    const called = path.slice(path.lastIndexOf('/') + 1);
    rules.push({ pattern: one(names.strong), what: `reads ${called}.$1`, strong: true });
    if (names.ordinary !== undefined)
      rules.push({ pattern: one(names.ordinary), what: `reads ${called}.$1`, strong: false });
    if (path === 'os' || path === 'syscall') environment.push(local);
  }
  const locals = environment.join('|') || '(?!)';
  const variables = variablesRead(
    text,
    bare,
    new RegExp(`(?<![\\w.])(?:${locals})\\.(?:Getenv|LookupEnv)\\s*\\(`, 'g'),
  );
  for (const match of bare.code.matchAll(/\.(?:ReadDir|ReadFile|Open|Stat|Glob|WalkDir|Walk)\s*\(/g)) {
    const place = stringAfter(bare, match.index + match[0].length);
    if (place !== null && (testPlaces.test(place) || /_test\.go$/.test(place)))
      sightings.push({ line: lineAt(text, match.index), what: 'looks at the tests', strong: true });
  }
  for (const match of bare.code.matchAll(/\.Command(?:Context)?\s*\((?:\s*\w+\s*,)?/g)) {
    const program = stringAfter(bare, match.index + match[0].length) ?? '';
    if (machinePrograms.test(program))
      sightings.push({ line: lineAt(text, match.index), what: `asks ${program}`, strong: true });
  }
  for (const match of text.matchAll(/^\/\/(?:go:build|\s*\+build)\s+(.*)$/gm))
    for (const [tag] of (match[1] ?? '').matchAll(/[\w.]+/g))
      if (!isPlatform.test(tag))
        sightings.push({ line: lineAt(text, match.index), what: `asks for the build tag ${tag}`, strong: true });
  for (const match of text.matchAll(/^\/\/go:linkname\b/gm))
    sightings.push({
      line: lineAt(text, match.index),
      what: 'reaches into another package by go:linkname',
      strong: true,
    });
  return inOrder([...sightings, ...variables, ...byRules(text, bare, rules)]);
};
