import { bareCode, lineAt } from '../../../code/bare-code.ts';
import { byRules, inOrder, type SightRule, stringAfter, variablesRead } from '../../judging/sight-rules.ts';
import { type FindSightings, machinePrograms, type Sighting, testPlaces } from '../../judging/surrounding.ts';
import { rustCode } from '../code/style.ts';

const rules: SightRule[] = [
  { pattern: /\b(env::args(?:_os)?)\s*\(/, what: 'reads $1' },
  { pattern: /\benv::(vars(?:_os)?)\s*\(/, what: 'reads the environment' },
  { pattern: /\b(env::current_exe)\b/, what: 'reads $1' },
  { pattern: /\b((?:Backtrace::(?:force_)?capture)|backtrace::\w+)\b/, what: 'reads a stack trace' },
  { pattern: /\bthread::current\s*\(\s*\)\s*\.\s*(?:name|id)\b/, what: 'reads the name of its thread' },
  {
    pattern: /\b(parent_id|getppid|gethostname|hostname::get|getuid|geteuid|getpwuid\w*|uname)\s*\(/,
    what: 'reads $1',
  },
  {
    pattern: /\bcfg!\s*\([^)]*\btest\b|\bcfg_attr\s*\(\s*(?:not\s*\(\s*)?test\b/,
    what: 'asks whether it is tested',
  },
  { pattern: /\bdebug_assertions\b/, what: 'asks how it was built' },
  { pattern: /\bLocation::caller\b/, what: 'asks who called it' },
  // A module, or an import, for tests alone is what everybody has.
  {
    pattern:
      /#!?\[\s*cfg\s*\((?=[^\]]*\btest\b)[^\]]*\)\s*\](?!\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?(?:mod|use|extern)\b)/,
    what: 'asks whether it is tested',
  },
  { pattern: /\.(?:modified|created|accessed)\s*\(\s*\)/, what: 'reads the times of files' },
];

export const rustSightings: FindSightings = async (_path, text) => {
  const bare = bareCode(text, rustCode);
  const sightings: Sighting[] = [];
  for (const match of bare.code.matchAll(
    /\b(?:read_dir|read_to_string|File::open|fs::read|metadata|Path::new)\s*\(/g,
  )) {
    const place = stringAfter(bare, match.index + match[0].length);
    if (place !== null && testPlaces.test(place))
      sightings.push({ line: lineAt(text, match.index), what: 'looks at the tests' });
  }
  for (const match of bare.code.matchAll(/\bCommand::new\s*\(/g)) {
    const program = stringAfter(bare, match.index + match[0].length) ?? '';
    if (machinePrograms.test(program)) sightings.push({ line: lineAt(text, match.index), what: `asks ${program}` });
  }
  const named = /\benv::var(?:_os)?\s*\(|\boption_env!\s*\(/g;
  const imported = /\buse\s+std::env::(?:\{[^}]*\b(?:var|var_os)\b|var\b|var_os\b)/.test(bare.code);
  const variables = variablesRead(text, bare, imported ? /\b(?:env::)?var(?:_os)?\s*\(|\boption_env!\s*\(/g : named);
  return inOrder([...sightings, ...variables, ...byRules(text, bare, rules)]);
};
