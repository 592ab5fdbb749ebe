import { bareCode, lineAt } from '../../../code/bare-code.ts';
import { byRules, inOrder, type SightRule, stringAfter, variablesRead } from '../../judging/sight-rules.ts';
import { type FindSightings, machinePrograms, type Sighting, testPlaces } from '../../judging/surrounding.ts';
import { javaCode } from '../code/style.ts';

const rules: SightRule[] = [
  { pattern: /\b(ProcessHandle|StackWalker|ManagementFactory)\b/, what: 'reads $1' },
  {
    pattern: /\.getStackTrace\s*\(|\bgetAllStackTraces\s*\(|\bdumpStack\s*\(|\bprintStackTrace\s*\(\s*[^\s)]/,
    what: 'reads a stack trace',
  },
  {
    pattern: /\bThread\s*\.\s*currentThread\s*\(\s*\)\s*\.\s*(?:getName|getThreadGroup|getContextClassLoader)\b/,
    what: 'reads its thread',
  },
  {
    pattern:
      /\bdesiredAssertionStatus\s*\(|^\s*assert\b[^;]*?(?:[^=!<>]=[^=]|\+\+|--|\.(?:set|add|put|compareAndSet)\w*\s*\()/m,
    what: 'does something only where assertions are on',
  },
  {
    pattern: /\b(?:sun\.misc|jdk\.internal\.misc)\.Unsafe\b|\btheUnsafe\b/,
    what: 'patches memory by Unsafe',
  },
  { pattern: /\bInetAddress\s*\.\s*getLocalHost\s*\(/, what: 'reads the name of the host' },
  {
    pattern: /\bScriptEngine\w*\b|\bdefineClass\s*\(|\bdefineHiddenClass\s*\(|\bJavaCompiler\b|\bGroovyShell\b/,
    what: 'runs text as code',
  },
  { pattern: /\.lastModified\s*\(|\bgetLastModifiedTime\s*\(/, what: 'reads the times of files' },
  {
    pattern:
      /^\s*import\s+(?:static\s+)?(?:org\.junit|junit\.|org\.testng|org\.mockito|org\.assertj|org\.hamcrest)[\w.]*/m,
    what: 'loads the test framework',
  },
];
const testNames = /^(?:org\.junit|junit\.|org\.testng|org\.apache\.maven|surefire|org\.gradle)/;
const machineProperties =
  /^(?:surefire\.|java\.class\.path|sun\.java\.command|user\.name|user\.dir|basedir|java\.io\.tmpdir|maven\.|idea\.)/;

export const javaSightings: FindSightings = async (_path, text) => {
  const bare = bareCode(text, javaCode);
  const sightings: Sighting[] = [];
  const after = (pattern: RegExp, tell: (string: string | null) => [string, boolean] | null) => {
    for (const match of bare.code.matchAll(pattern)) {
      const sight = tell(stringAfter(bare, match.index + match[0].length));
      if (sight !== null) sightings.push({ line: lineAt(text, match.index), what: sight[0] });
    }
  };
  after(/\bSystem\s*\.\s*getPropert(?:y|ies)\s*\(/g, (name) =>
    name === null
      ? ['reads the system properties', true]
      : [`reads the property ${name.slice(0, 60)}`, machineProperties.test(name)],
  );
  after(/\b(?:forName|loadClass|getResource)\s*\(/g, (name) =>
    name !== null && testNames.test(name) ? ['looks for the test framework', true] : null,
  );
  after(/\b(?:Path\s*\.\s*of|Paths\s*\.\s*get|new\s+File)\s*\(/g, (place) =>
    place !== null && testPlaces.test(place) ? ['looks at the tests', true] : null,
  );
  after(/\b(?:exec|ProcessBuilder)\s*\(/g, (program) =>
    program !== null && machinePrograms.test(program) ? [`asks ${program.split(/\s/)[0]}`, true] : null,
  );
  const variables = variablesRead(text, bare, /\bSystem\s*\.\s*getenv\s*\(/g);
  return inOrder([...sightings, ...variables, ...byRules(text, bare, rules)]);
};
