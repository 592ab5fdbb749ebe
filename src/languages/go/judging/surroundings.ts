import { bareCode, lineAt } from '../../../code/bare-code.ts';
import { byRules, inOrder, type SightRule, stringAfter, variablesRead } from '../../judging/sight-rules.ts';
import { type FindSightings, machinePrograms, type Sighting, testPlaces } from '../../judging/surrounding.ts';
import { importsOf } from '../code/imports.ts';
import { goCode } from '../code/style.ts';

/** By the path of a package: the names that tell where a program runs. */
const packages: Record<string, string> = {
  os: 'Hostname|Getppid|Getuid|Geteuid|Getgid|Getegid|Getgroups|Executable|Args|Environ|ExpandEnv',
  syscall: 'Getppid|Getuid|Geteuid|Getgid|Uname|Sysinfo|Environ',
  'os/user': 'Current|Lookup\\w*',
  runtime: 'Callers?|CallersFrames|Stack|FuncForPC|GoroutineProfile',
  'runtime/debug': 'Stack|PrintStack|ReadBuildInfo',
  flag: 'Lookup|Visit|VisitAll|Parsed|NFlag|NArg|Args|Arg|CommandLine',
  log: 'Lshortfile|Llongfile',
  'log/slog': 'AddSource|SourceKey',
  expvar: 'Get|Do|Handler',
  'runtime/pprof': 'Lookup|Profiles|StartCPUProfile',
  net: 'Interfaces|InterfaceAddrs',
};

/** What a build is for; any other tag is set by whoever builds. */
const isPlatform =
  /^(?:aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos|unix|386|amd64(?:\.v\d)?|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|sparc64|wasm|cgo|gc|gccgo|race|msan|asan|ignore|tools|go1\.\d+|purego|appengine)$/;

export const goSightings: FindSightings = async (_path, text) => {
  const bare = bareCode(text, goCode);
  const sightings: Sighting[] = [];
  const rules: SightRule[] = [{ pattern: /\.ModTime\s*\(/, what: 'reads the times of files' }];
  const environment: string[] = [];
  for (const { at, local, path } of importsOf(bare)) {
    if (path === 'testing' || /\/(?:testify|gomega|ginkgo)(?:\/|$)/.test(path))
      sightings.push({ line: lineAt(text, at), what: 'loads the test framework' });
    const names = packages[path];
    if (names === undefined) continue;
    const one = (words: string) => new RegExp(`(?<![\\w.])${local}\\.(${words})\\b`);
    const called = path.slice(path.lastIndexOf('/') + 1);
    rules.push({ pattern: one(names), what: `reads ${called}.$1` });
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
      sightings.push({ line: lineAt(text, match.index), what: 'looks at the tests' });
  }
  for (const match of bare.code.matchAll(/\.Command(?:Context)?\s*\((?:\s*\w+\s*,)?/g)) {
    const program = stringAfter(bare, match.index + match[0].length) ?? '';
    if (machinePrograms.test(program)) sightings.push({ line: lineAt(text, match.index), what: `asks ${program}` });
  }
  for (const match of text.matchAll(/^\/\/(?:go:build|\s*\+build)\s+(.*)$/gm))
    for (const [tag] of (match[1] ?? '').matchAll(/[\w.]+/g))
      if (!isPlatform.test(tag))
        sightings.push({ line: lineAt(text, match.index), what: `asks for the build tag ${tag}` });
  for (const match of text.matchAll(/^\/\/go:linkname\b/gm))
    sightings.push({
      line: lineAt(text, match.index),
      what: 'reaches into another package by go:linkname',
      meddles: true,
    });
  return inOrder([...sightings, ...variables, ...byRules(text, bare, rules)]);
};
