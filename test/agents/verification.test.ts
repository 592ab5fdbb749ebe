import { describe, expect, test } from 'vitest';
import { verifyOutput } from '../../src/agents/output/verification.ts';
import type { AgentDefinition, Constraint } from '../../src/schema/agents/agent.ts';
import { agentWith } from './bench.ts';

const files: Record<string, string> = { 'a.js': 'one\n  two  words\nthree\n', 'empty.js': '' };
const look = async (path: string) => files[path] ?? null;
const contracted = (contract: Partial<AgentDefinition['contract']>) =>
  agentWith({ contract: { input: null, output: null, constraints: [], ...contract } });

/** What is wrong with an output, by the question. */
async function faultsOf(output: unknown, contract: Partial<AgentDefinition['contract']> = {}, input = {}) {
  const checks = await verifyOutput({ agent: contracted(contract), input, look }, output);
  expect(checks.map(({ question }) => question)).toEqual([
    ...['completeness', 'consistency', 'correctness', 'constraints'],
  ]);
  return Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ question, detail }) => [question, detail]));
}

describe('the chain of verification', () => {
  test('finds nothing wrong with what is right', async () => {
    const output = {
      findings: [
        { file: 'a.js', line: 2, quote: 'two words' },
        { file: 'a.js', line: 3 },
      ],
    };
    expect(await faultsOf(output)).toEqual({});
  });

  test('asks for every required input and every key of the output', async () => {
    const contract = {
      input: { type: 'object', required: ['files', 'toString'] },
      output: { type: 'object', required: ['x'], properties: { y: { type: 'integer' } } },
    };
    expect(await faultsOf({ y: 'no' }, contract, { files: [] })).toEqual({
      completeness: 'the input toString was not given; x is missing; y must be an integer',
    });
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['a file that is not there', { file: 'b.js' }, { consistency: 'there is no file b.js' }],
    ['a line too far', { file: 'a.js', line: 4 }, { consistency: 'a.js has 3 lines, and no line 4' }],
    ['line 0', { deep: [{ file: 'a.js', line: 0 }] }, { consistency: 'a.js has 3 lines, and no line 0' }],
    ['a quote of another line', { file: 'a.js', line: 1, quote: 'two' }, { correctness: 'a.js:1 does not say two' }],
    ['a quote of nowhere', { file: 'a.js', quote: 'four' }, { correctness: 'a.js does not say four' }],
    ['a quote of somewhere', { file: 'a.js', quote: 'two words' }, {}],
    ['a file that is no text', { file: 7, line: 99 }, {}],
  ])('looks for what it names: %s', async (_, output, wanted) => {
    expect(await faultsOf(output)).toEqual(wanted);
  });

  const list = {
    findings: [
      { name: 'aa', at: 1 },
      { name: 'bb', at: 2 },
      { name: 'aa', at: 1 },
    ],
  };
  test.each<[Constraint, unknown, string | undefined]>([
    [{ check: 'max_items', path: 'findings', value: 2 }, list, 'findings takes at most 2 items'],
    [{ check: 'max_items', path: 'findings', value: 3 }, list, undefined],
    [{ check: 'max_length', path: 'findings.name', value: 1 }, list, 'findings.name takes at most 1 characters'],
    [{ check: 'max_length', path: 'name', value: 2 }, { name: '😀😀' }, undefined],
    [{ check: 'max_length', path: 'name', value: 1 }, { name: '😀😀' }, 'name takes at most 1 characters'],
    [{ check: 'pattern', path: 'findings.name', value: '^a' }, list, 'findings.name must match ^a'],
    [{ check: 'pattern', path: 'name', value: '^(a+)+$' }, { name: `${'a'.repeat(40)}b` }, 'name must match ^(a+)+$'],
    [{ check: 'pattern', path: 'name', value: '^a+$' }, { name: 'a'.repeat(20_000) }, undefined],
    [{ check: 'unique', path: 'findings', value: ['name', 'at'] }, list, 'findings holds an item twice (name, at)'],
    [{ check: 'unique', path: 'findings', value: ['name'] }, { findings: list.findings.slice(0, 2) }, undefined],
    [{ check: 'max_items', path: 'nowhere.at.all', value: 0 }, list, undefined],
    [{ says: 'It is polite.' }, list, undefined],
  ])('checks a constraint by code: %j', async (constraint, output, wanted) => {
    const faults = await faultsOf(output, { constraints: [constraint] });
    expect(faults.constraints?.split('; ')[0]).toBe(wanted);
  });
});
