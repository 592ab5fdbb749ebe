import type { AgentDefinition, Constraint } from '../../schema/agents/agent.ts';
import { misfits } from './check-input.ts';

/** One question of the chain of verification, and what code can say about it. */
export interface Check {
  question: 'completeness' | 'consistency' | 'correctness' | 'constraints';
  ok: boolean;
  detail: string;
}

/** The file of the tree that the agent looks at; null when there is none. */
export type Look = (path: string) => Promise<string | null>;

/** What an output is held to. */
export interface Requirements {
  agent: Pick<AgentDefinition, 'contract'>;
  /** The data that its contract asks for. */
  input: Record<string, unknown>;
  look: Look;
  check?: ((output: unknown) => string[]) | undefined;
}

/** What code can tell about an output before it is accepted: each failed check names what is wrong. */
export async function verifyOutput(
  { agent: { contract }, input, look, check: furtherFaults }: Requirements,
  output: unknown,
): Promise<Check[]> {
  const required = Array.isArray(contract.input?.required) ? contract.input.required.map(String) : [];
  const lacking = required.filter((key) => !Object.hasOwn(input, key));
  const shape = contract.output ? misfits(output, contract.output) : [];
  const cited = await falseReferences(output, look);
  const quoted = await falseQuotes(output, look);
  const broken = contract.constraints.flatMap((constraint) => brokenBy(constraint, output));
  // A shape that is wrong is told first: nothing can be read from it.
  if (shape.length === 0) broken.push(...(furtherFaults?.(output) ?? []));
  return [
    check(
      'completeness',
      [...lacking.map((key) => `the input ${key} was not given`), ...shape],
      'the output is complete',
    ),
    check('consistency', cited, 'every file and line that it names exists'),
    check('correctness', quoted, 'its quotes match the files'),
    check('constraints', broken, 'the constraints that code can check hold'),
  ];
}

function check(question: Check['question'], faults: string[], fine: string): Check {
  return { question, ok: faults.length === 0, detail: faults.length === 0 ? fine : faults.slice(0, 5).join('; ') };
}

interface Reference {
  file: string;
  line: number | null;
  quote: string | null;
}

async function falseReferences(output: unknown, look: Look): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, line } of referencesIn(output)) {
    const text = await look(file);
    if (text === null) faults.push(`there is no file ${file}`);
    else if (line !== null && (line < 1 || line > linesOf(text).length))
      faults.push(`${file} has ${linesOf(text).length} lines, and no line ${line}`);
  }
  return [...new Set(faults)];
}

async function falseQuotes(output: unknown, look: Look): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, line, quote } of referencesIn(output)) {
    const whole = await look(file);
    if (whole === null || quote === null) continue; // That there is no such file is a fault of its own.
    const text = line === null ? whole : linesOf(whole)[line - 1];
    if (text === undefined || plain(text).includes(plain(quote))) continue;
    faults.push(`${line === null ? file : `${file}:${line}`} does not say ${quote}`);
  }
  return faults;
}

/** Every mapping of the output that names a file, with a line and a quotation where it has them. */
function referencesIn(value: unknown, depth = 0): Reference[] {
  if (typeof value !== 'object' || value === null || depth > 20) return [];
  const inner = Object.values(value).flatMap((each) => referencesIn(each, depth + 1));
  const { file, line, quote } = value as Record<string, unknown>;
  if (typeof file !== 'string' || file === '') return inner;
  const at = typeof line === 'number' ? line : null;
  return [{ file, line: at, quote: typeof quote === 'string' && quote !== '' ? quote : null }, ...inner];
}

function brokenBy(constraint: Constraint, output: unknown): string[] {
  if (!('check' in constraint) || constraint.check === 'references') return [];
  const { path } = constraint;
  const values = valuesAt(output, path.split('.'));
  if (constraint.check === 'unique')
    return values.flatMap((value) => (Array.isArray(value) ? repeated(value, constraint.value, path) : []));
  const schema = { [words[constraint.check]]: constraint.value };
  return values.flatMap((value) => misfits(value, schema, path));
}

/** What a check is called in a schema. */
const words = { max_items: 'maxItems', max_length: 'maxLength', pattern: 'pattern' };

function repeated(items: unknown[], keys: string[], path: string): string[] {
  const identities = new Set<string>();
  for (const item of items) {
    const row = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    const identity = JSON.stringify(keys.map((key) => row[key] ?? null));
    if (identities.has(identity)) return [`${path} holds an item twice (${keys.join(', ')})`];
    identities.add(identity);
  }
  return [];
}

/** The values at a path; a list on the way stands for each of its items. */
function valuesAt(value: unknown, [key, ...rest]: string[]): unknown[] {
  if (key === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, [key, ...rest]));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  return valuesAt((value as Record<string, unknown>)[key], rest);
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
