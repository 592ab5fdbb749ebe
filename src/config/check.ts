import { z } from 'zod';
import { type ConfigFile, configFileSchema } from '../schema/settings/config.ts';
import { fault, shortText } from './fault.ts';
import { nearest } from './nearest.ts';
import { isMapping, kind, type Parsed, type Path } from './yaml.ts';

type Issue = z.core.$ZodIssue;

/** A file's values, or the first thing wrong with them, by line. */
export function checkFile(
  file: string,
  parsed: Parsed,
  where = (path: Path) => `${file}:${parsed.lineOf(path)}`,
): ConfigFile {
  refuseKeys(parsed.value, [], where);
  if ('unlock' in parsed.value) throw fault(`${where(['unlock'])}: \`unlock\` cannot be set in a file: pass --unlock`);

  const result = configFileSchema.safeParse(parsed.value);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => problem(issue, parsed.value));
    problems.sort((a, b) => parsed.lineOf(a.path) - parsed.lineOf(b.path));
    const [first] = problems;
    throw fault(first ? `${where(first.path)}: ${first.text}` : `${file}: not a valid configuration`);
  }
  const { tiers = [], sandbox } = result.data;
  for (const [index, tier] of tiers.entries()) {
    const first = tiers.findIndex((other) => other.name === tier.name);
    if (first < index) throw fault(`${where(['tiers', index, 'name'])}: two tiers are named '${tier.name}'`);
  }
  if (sandbox?.kind === 'none') {
    throw fault(`${where(['sandbox', 'kind'])}: sandbox.kind 'none' cannot be set in a file: pass --sandbox none`);
  }
  return result.data;
}

/** Keys themselves never stand in a file. What is written there is not repeated in the message. */
function refuseKeys(value: unknown, path: Path, where: (path: Path) => string): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) refuseKeys(item, [...path, index], where);
  if (!isMapping(value) || dotted(path) === 'tests.env') return;
  for (const [name, inner] of Object.entries(value)) {
    const at = [...path, name];
    if (/^api[_-]?key$/i.test(name)) {
      const advice = 'put the key into an environment variable and name that with `api_key_env`';
      throw fault(`${where(at)}: \`${dotted(at)}\` must not hold a key: ${advice}`);
    }
    refuseKeys(inner, at, where);
  }
}

function problem(issue: Issue, root: unknown): { path: Path; text: string } {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const value = path.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown>)?.[part], root);
  const must = (what: string, not = true) => ({
    path,
    text: `${dotted(path)} must be ${what}${not ? `, not ${shortText(value)}` : ''}`,
  });
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [name = ''] = issue.keys;
      return { path: [...path, name], text: unknownKey([...path, name]) };
    }
    case 'invalid_key':
      return { path, text: `${dotted(path)}: the name ${issue.issues[0]?.message ?? 'is not valid'}` };
    case 'invalid_value':
      return must(`one of ${issue.values.join(', ')}`);
    case 'too_small':
      if (issue.origin === 'array') return { path, text: `${dotted(path)} must not be empty` };
      return must(issue.inclusive ? `at least ${issue.minimum}` : `greater than ${issue.minimum}`);
    case 'too_big':
      return must(`at most ${issue.maximum}`);
    case 'invalid_type':
      if (value === undefined) return { path, text: `${dotted(path.slice(0, -1))} needs \`${path.at(-1)}\`` };
      if (issue.expected === 'int' || (issue.expected === 'number' && typeof value === 'number')) {
        return must(issue.expected === 'int' ? 'a whole number' : 'a finite number', issue.expected === 'int');
      }
      return {
        path,
        text: `${dotted(path)} must be ${typeWords[issue.expected]}, not ${kind(value)}${hint(issue, value)}`,
      };
    default:
      return { path, text: `${dotted(path)} ${issue.message}` };
  }
}

function hint(issue: { expected: string }, value: unknown): string {
  return issue.expected === 'string' && typeof value !== 'object' ? ' (put it in quotes)' : '';
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

function unknownKey(path: Path): string {
  const name = String(path.at(-1));
  const keys = keysAt(configFileSchema, path.slice(0, -1));
  const near = nearest(name, keys);
  const hint = near === null ? `known: ${keys.join(', ')}` : `did you mean '${dotted([...path.slice(0, -1), near])}'?`;
  return `unknown key ${shortText(dotted(path))} (${hint})`;
}

/** The keys that the schema knows at a place. */
function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  if (schema instanceof z.ZodOptional) return keysAt(schema.unwrap(), path);
  const [part, ...rest] = path;
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    if (part === undefined) return Object.keys(shape);
    const inner = shape[part];
    return inner === undefined ? [] : keysAt(inner, rest);
  }
  if (schema instanceof z.ZodArray) return keysAt(schema.element, rest);
  if (schema instanceof z.ZodRecord) {
    if (part !== undefined) return keysAt(schema.valueType, rest);
    return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : [];
  }
  return [];
}

/** `tiers[0].price.input`. */
function dotted(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
