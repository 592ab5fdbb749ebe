import { describe, expect, test } from 'vitest';
import { parseAgent } from '../../../src/agents/file/parse.ts';
import { changed, sample } from './sample.ts';

const faultsOf = (text: string): string[] => {
  const parsed = parseAgent(text, 'x.agent.md');
  return parsed.ok ? [] : parsed.faults.map(({ file, line, message }) => `${file}:${line}: ${message}`);
};

const output = /output:[\s\S]*?constraints/;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('the sample has no fault', () => expect(faultsOf(sample)).toEqual([]));
test('twenty levels are not too deep', () =>
  expect(faultsOf(changed('[analyst]', nested(19))).join()).not.toContain('levels deep'));

describe('an agent file is refused, with its line, for', () => {
  test.each<[string, string, string]>([
    ['no front matter', 'Find it.', '1: it must begin with front matter between two lines of ---'],
    ['front matter without an end', '---\nid: a\n', '1: it must begin with front matter'],
    ['an end that is no line of its own', '---\nid: a\n---b\n', '1: it must begin with front matter'],
    ['an empty front matter', '---\n---\nDo it.', '2: the front matter must be a mapping, not nothing'],
    ['a list for front matter', '---\n- a\n---\nDo it.', '2: the front matter must be a mapping, not a list'],
    ['bad YAML', changed('role: auditor', 'role: [auditor'), '5: bad YAML: '],
    ['a key given twice', changed('role: auditor', 'id: other'), '4: this key is given twice'],
    ['an alias', changed('max_iterations: 4', 'max_iterations: *a'), '5: aliases are not allowed'],
    [
      'a tag that other readers execute',
      changed('Finds', "!!js/function 'x' #"),
      '3: the tag tag:yaml.org,2002:js/function',
    ],
    ['a tag that hides the type', changed('4', '!!int "4"'), '5: the tag tag:yaml.org,2002:int is not allowed'],
    ['a tag of its own', changed('[analyst]', '!include [x]'), '44: the tag !include is not allowed'],
    ['what would be a prototype', changed('role: auditor', '__proto__: {}'), "4: unknown key '__proto__'"],
    ['nesting without an end', changed('[analyst]', nested(30_000)), '44: nested more than 20 levels deep'],
    ['nesting that is too deep', changed('[analyst]', nested(21)), '44: nested more than 20 levels deep'],
    ['an unknown key', changed('max_iterations', 'max_steps'), "5: unknown key 'max_steps' (known: id, description"],
    ['no id', changed('id: scout\n', ''), '2: `id` is missing'],
    ['no description', changed('description: Finds things.\n', ''), '2: `description` is missing'],
    ['an empty description', changed('Finds things.', "' '"), '3: description must not be empty'],
    ['no actions', changed(/actions:[\s\S]*?delegates: .*\n/, ''), '2: `actions` is missing'],
    [
      'an empty list of actions',
      changed(/actions:[\s\S]*?delegates: .*\n/, 'actions: []\n'),
      '32: actions must not be empty',
    ],
    ['an id that is no name', changed('scout', 'The Scout'), '2: id must begin with a letter'],
    ['an id that is a number', changed('scout', '7'), '2: id must be text'],
    ['an unknown role', changed('auditor', 'captain'), '4: role must be one of planner, analyst'],
    ['a role and a tier', changed('role: auditor', 'role: auditor\ntier: smart'), '5: give a role or a tier: '],
    ['no iterations', changed(': 4', ': 0'), '5: max_iterations must be more than 0'],
    ['half an iteration', changed(': 4', ': 1.5'), '5: max_iterations must be a whole number'],
    ['iterations in words', changed(': 4', ': many'), '5: max_iterations must be a number, not text'],
    [
      'a contract that is no mapping',
      changed(/contract:[\s\S]*?actions:/, 'contract: free\nactions:'),
      '6: contract must be a mapping, not text',
    ],
    [
      'an unknown key of the contract',
      changed('  input:', '  inputs:'),
      "7: unknown key 'inputs' (known: input, output, constraints)",
    ],
    [
      'a schema that is no mapping',
      changed(output, 'output: [finds]\n  constraints'),
      '12: contract.output must be a JSON Schema, not a list',
    ],
    [
      'an output that is a list',
      changed(output, 'output: { type: array }\n  constraints'),
      '12: contract.output: its type must be object',
    ],
    [
      'an unknown type',
      changed('line: { type: integer }', 'line: { type: int }'),
      '23: contract.output.properties.finds.items.properties.line.type must be one of object',
    ],
    [
      'a schema without a type',
      changed('line: { type: integer }', 'line: {}'),
      '23: contract.output.properties.finds.items.properties.line needs one of type',
    ],
    [
      'properties that are a list',
      changed(/properties:\n {6}where: .*\n/, 'properties: [where]\n'),
      '10: contract.input.properties must be a mapping, not a list',
    ],
    [
      'required that is no list',
      changed('required: [where]', 'required: true'),
      '9: contract.input.required must be a list, not true',
    ],
    [
      'required that names no property',
      changed('required: [where]', 'required: [there]'),
      '9: contract.input.required names "there", which is none',
    ],
    [
      'a keyword that nothing checks',
      changed('where: { type: string }', 'where: { type: string, format: uri }'),
      '11: contract.input.properties.where.format is not understood',
    ],
    [
      'a thought among the results',
      changed('    properties:\n      finds:', '    properties:\n      thought: { type: string }\n      finds:'),
      "16: contract.output: every action has a 'thought' already",
    ],
    ['an unknown check', changed('check: references', 'check: refs'), '28: unknown check "refs" (known: max_items'],
    [
      'a check of what is not there',
      changed('path: finds, value: 5', 'path: found, value: 5'),
      "27: contract.constraints[1].path: the output has no 'found'",
    ],
    [
      'a check without its value',
      changed('path: finds, value: 5', 'path: finds'),
      '27: `contract.constraints[1].value` is missing',
    ],
    [
      'a check of another type',
      changed('path: finds, value: 5', 'path: finds.why, value: 5'),
      "27: contract.constraints[1].path: max_items needs a list, and 'finds.why' is none",
    ],
    [
      'items told apart by what they lack',
      changed('value: [file]', 'value: [place]'),
      "30: contract.constraints[3].path: the items of 'finds' have no 'place'",
    ],
    [
      'references without files',
      changed('path: finds\n', 'path: finds.why\n'),
      "29: contract.constraints[2].path: 'finds.why' must hold mappings with a `file`",
    ],
    [
      'a check without an output',
      changed(output, 'constraints'),
      '14: contract.constraints[1].path: there is no contract.output to check',
    ],
    ['a pattern that is none', changed('^[A-Z]', '^[A-Z'), '31: contract.constraints[4].value cannot be used: '],
    ['a pattern without a bound', changed('^[A-Z]', '(a)\\1'), '31: contract.constraints[4].value cannot be used: '],
    [
      'a constraint that is a number',
      changed('Nothing is found twice.', '7'),
      '26: contract.constraints[0] must be a sentence or a mapping, not 7',
    ],
    ['an unknown action', changed('- read', '- reed'), "33: unknown action 'reed' (known: analyze, search"],
    ['an action that is a number', changed('- read', '- 7'), '33: actions[0] must be a name or a mapping, not 7'],
    ['an action given twice', changed('- read', '- read\n  - read'), "34: the action 'read' is given twice"],
    [
      'finish that is not the last',
      changed('- read', '- finish').replace('  - finish\ndel', '  - read\ndel'),
      '33: the last of the actions must be finish',
    ],
    ['finish given twice', changed('- read', '- finish'), "43: the action 'finish' is given twice"],
    ['no way to finish', changed('  - finish\n', ''), '32: the last of the actions must be finish'],
    ['an own action without a command', changed(/ {4}command: .*\n/, ''), '35: `actions[2].command` is missing'],
    [
      'an own action with the name of another',
      changed('count_lines', 'search'),
      "35: 'search' is a standard action: choose another name",
    ],
    [
      'a command with an unknown input',
      changed("'{path}'", "'{file}'"),
      "42: actions[2].command[2]: the input has no 'file'",
    ],
    [
      'a command that the model chooses',
      changed("[wc, -l, '{path}']", "['{path}']"),
      '42: actions[2].command[0]: the program cannot be an input',
    ],
    [
      'an own input that the loop asks for itself',
      changed('        path: { type: string }\n', '        path: { type: string }\n        reason: { type: string }\n'),
      "42: actions[2].input: every action has a 'reason' already",
    ],
    [
      'part of a word that may be missing',
      changed("'{path}'", "'./{path}'").replace('      required: [path]\n', ''),
      "41: actions[2].command[2]: the input 'path' must be required",
    ],
    ['delegating to itself', changed('[analyst]', '[scout]'), '44: an agent cannot delegate to itself'],
    ['a delegate given twice', changed('[analyst]', '[analyst, analyst]'), "44: the delegate 'analyst' is given twice"],
    [
      'delegates without the action',
      changed('  - delegate\n', ''),
      '43: it has delegates, and `delegate` is none of its actions',
    ],
    [
      'the action without delegates',
      changed('delegates: [analyst]\n', ''),
      '34: it has the action `delegate`, and no delegates',
    ],
    ['no body', changed(/You find things[\s\S]*/, ' \n'), '46: it has no instructions below the front matter'],
    ['no cycle', changed('## REACT_CYCLE', '## CYCLE'), "46: it has no section '## REACT_CYCLE'"],
    ['two cycles', `${sample}## REACT_CYCLE\n`, "63: a second section '## REACT_CYCLE' begins here"],
    [
      'a part that is missing',
      changed(/### Done criteria\n.*\n/, ''),
      "48: REACT_CYCLE has no part '### Done criteria'",
    ],
    [
      'a part that is unknown',
      changed('### Typical thoughts', '### Thoughts'),
      "50: 'Thoughts' is no part of REACT_CYCLE (known: ### Typical",
    ],
    [
      'a part given twice',
      changed('### Done criteria', '### Done criteria\n- x\n### Done criteria'),
      "59: the part 'Done criteria' is given twice",
    ],
    ['done criteria without a list', changed('- It is found.', 'It is found.'), "57: 'Done criteria' has no list"],
    [
      'an action in the cycle that it does not have',
      changed('- `count_lines`', '- `count_words`'),
      "54: 'count_words' is none of its actions (read, delegate, count_lines, finish)",
    ],
  ])('%s', (_, text, message) => {
    expect(faultsOf(text)).toContainEqual(expect.stringContaining(`x.agent.md:${message}`));
    expect(faultsOf(text).join('')).not.toContain('\n');
  });
});
