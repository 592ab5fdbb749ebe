import type { Survey } from '../../schema/run/view.ts';
import { countsIn } from './survey.ts';

const head = `# How Pawl tests this project, as \`pawl init\` found it.
# These lines set nothing: they show what Pawl finds by itself.
# Remove the # to fix a value, whatever the project's files say later.
# All keys: pawl config, and docs/configuration.md.
`;

/** A configuration that says how a project is tested, and sets nothing. */
export function configText(survey: Survey): string {
  const [first, ...others] = survey.parts;
  if (first === undefined || others.length > 0) return `${head}#\n${partsIn(survey)}`;
  const { dir, runner, command, build } = first;
  const place = dir === '.' ? '' : ` in ${dir}`;
  return `${head}#
# ${countsIn(survey)}, by ${runner}${place}
# tests:
#   command: ${list(command)}${survey.unseen.map((line) => `\n# ${line}`).join('')}
${build === null ? '#   build: []  # nothing has to be built before the tests' : `#   build: ${list(['sh', '-c', build])}  # run before the tests`}
`;
}

/** The same where no test could be run: why, and the key to set. */
export const untestedText = (reason: string): string => `${head}#
${commented(reason)}
# tests:
#   command: ["make", "test"]  # the command that runs your tests
`;

/** Comments in lines that a terminal can show. */
const commented = (text: string): string =>
  text.replace(/(.{1,74}) +/g, (all, words) => (all.length > 60 ? `${words}\n` : all)).replace(/^/gm, '# ');

/** One command would take the place of all of these, so none is offered. */
function partsIn(survey: Survey): string {
  const parts = survey.parts.map(({ dir, runner, command, build }) => {
    const first = build === null ? '' : `, after ${build}`;
    return `#   ${dir}: ${command.join(' ')} (${runner})${first}`;
  });
  return [
    `# ${countsIn(survey)}, in these folders:`,
    ...parts,
    ...survey.unseen.map((line) => `# ${line}`),
    '# One command for all of them, instead of these:',
    '# tests:',
    '#   command: ["make", "test"]',
    '',
  ].join('\n');
}

/** A list in one line, as YAML and JSON both write it. */
const list = (words: string[]): string => `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
