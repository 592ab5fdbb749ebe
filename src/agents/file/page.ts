import type { Issue } from '../../schema/agents/agent.ts';

export type Path = readonly PropertyKey[];

/** An agent file while it is being read: the lines of its keys, and the faults found so far. */
export interface Page {
  /** The line of a key or an item, or of the nearest one above it that is there. */
  lineOf(path: Path): number;
  fault(at: Path | number, message: string): void;
}

/** Any of the strict zod objects of `src/schema/agents/agent.ts`. */
interface Shape<T> {
  shape: object;
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: Issue[] } };
}

/** The value if it fits its schema, or null after reporting every fault. */
export function fitted<T>(schema: Shape<T>, value: unknown, path: Path, page: Page): T | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const at = [...path, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      const keys = Object.keys(schema.shape).join(', ');
      for (const key of issue.keys) page.fault([...at, key], `unknown key '${key}' (known: ${keys})`);
    } else page.fault(at, explain(issue, valueAt(value, issue.path), dotted(at) || 'the front matter'));
  }
  return null;
}

function explain(issue: Issue, value: unknown, name: string): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return `\`${name}\` is missing`;
      if (typeof value === 'number') return `${name} must be ${words[issue.expected]}`;
      return `${name} must be ${words[issue.expected]}, not ${kind(value)}`;
    case 'invalid_value':
      return value === undefined ? `\`${name}\` is missing` : `${name} must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'array') return `${name} must not be empty`;
      return `${name} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `${name} must ${limits[issue.origin] ?? 'be at most'} ${issue.maximum}`;
    default:
      return `${name} ${issue.message}`;
  }
}

const words: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'a mapping',
};
const limits: Record<string, string> = {
  array: 'have at most so many items:',
  string: 'have at most so many characters:',
};

/** What a value is, in a person's words. */
export function kind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? 'text' : String(value);
}

/** `actions[0].command`. */
export function dotted(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined,
    value,
  );
}
