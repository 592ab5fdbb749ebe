import { stringify } from 'yaml';
import { parseJson } from './json-text.ts';
import { csvRows, csvText, markdownRows, markdownText, type Reading, records, table, type Written } from './tables.ts';
import { parseYaml } from './yaml-text.ts';

export const formats = ['json', 'yaml', 'csv', 'lines', 'markdown'];

/** The data that a text holds. What cannot be read has a reason; what was lost is noted. */
export function readAs(format: string, text: string): Reading {
  switch (format) {
    case 'json': {
      const parsed = parseJson(text);
      return 'fault' in parsed ? { refused: `line ${parsed.fault.line}: ${parsed.fault.message}` } : parsed;
    }
    case 'yaml':
      return readYaml(text);
    case 'csv':
      return records(csvRows(text));
    case 'markdown':
      return records(markdownRows(text));
    default:
      return { value: text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/), notes: [] };
  }
}

export function writeAs(format: string, value: unknown): Written {
  switch (format) {
    case 'json': {
      const strange = notJson(value);
      return strange
        ? { refused: `JSON has no ${strange}` }
        : { text: JSON.stringify(value, null, 2) ?? 'null', notes: [] };
    }
    case 'yaml':
      return { text: stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).replace(/\n$/, ''), notes: [] };
    case 'csv':
      return table(value, csvText);
    case 'markdown':
      return table(value, markdownText);
    default:
      return lines(value);
  }
}

function readYaml(text: string): Reading {
  const { value, faults } = parseYaml(text);
  if (faults[0]) return { refused: `line ${faults[0].line}: ${faults[0].message}` };
  return { value, notes: /^\s*#/m.test(text) ? ['comments are not kept'] : [] };
}

function lines(value: unknown): Written {
  if (!Array.isArray(value)) return { refused: 'lines are written from a list' };
  const odd = value.findIndex((item) => typeof item === 'object' && item !== null);
  if (odd >= 0) return { refused: `item ${odd + 1} is no single value: a line cannot hold it` };
  const broken = value.findIndex((item) => typeof item === 'string' && /[\r\n]/.test(item));
  if (broken >= 0) return { refused: `item ${broken + 1} has a line break in it` };
  const notes = value.some((item) => typeof item !== 'string')
    ? ['lines are text: other kinds of values are not kept']
    : [];
  // The last line's end is dropped when lines are read: an empty last line needs one.
  return { text: `${value.map(String).join('\n')}${value.at(-1) === '' ? '\n' : ''}`, notes };
}

/** The first kind of value that JSON would change without a word. */
function notJson(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : String(value);
  if (typeof value === 'bigint' || value === undefined) return typeof value;
  if (typeof value !== 'object' || value === null) return null;
  const kind = Array.isArray(value) ? null : Object.getPrototypeOf(value);
  if (kind !== null && kind !== Object.prototype) return value.constructor.name;
  for (const each of Object.values(value)) {
    const fault = notJson(each);
    if (fault) return fault;
  }
  return null;
}
