import type { Definition, FileFacts } from '../../schema/file-facts.ts';
import { notNames, type Pattern, patternsFor } from './definitions.ts';

const largest = 512 * 1024;
/** Longer lines are generated, and would take long to match. */
const longestLine = 240;
const mostDefs = 400;
const mostUses = 1500;
const foreign =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|target|\.venv|venv|site-packages)\/|\.min\.[cm]?js$|\.d\.[cm]?ts$/;

/** Whether a file belongs on the map: source of a known language that somebody wrote here. */
export const isMapped = (path: string): boolean => patternsFor(path) !== null && !foreign.test(path);

/** What a file defines, by lines that look like definitions, and the names that it uses. Secrets are in neither. */
export function factsOf(path: string, text: string): FileFacts {
  const patterns = patternsFor(path);
  if (patterns === null || text.length > largest) return { defs: [], uses: [] };
  return { defs: definitionsIn(text, patterns), uses: namesIn(text) };
}

/** A name as a number: small to keep, and nothing that looks like a name but is a secret is kept with it. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function definitionsIn(text: string, patterns: Pattern[]): Definition[] {
  const defs: Definition[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > longestLine || line.length < 5) continue;
    const name = nameIn(line, patterns);
    if (name === null) continue;
    const depth = /^\s/.test(line) ? 1 : 0;
    defs.push({ name, line: index + 1, depth, signature: signatureOf(line) });
    if (defs.length === mostDefs) break;
  }
  return defs;
}

function nameIn(line: string, patterns: Pattern[]): string | null {
  for (const pattern of patterns) {
    const name = pattern.exec(line)?.groups?.name;
    if (name !== undefined && !notNames.has(name)) return name;
  }
  return null;
}

/** The line without its body or value, short. */
function signatureOf(line: string): string {
  const plain = withoutValue(line.trim()).replace(/\s*[{:]?\s*$/, '');
  return plain.length > 110 ? `${plain.slice(0, 109)}…` : plain;
}

const holder = /^((?:export\s+|pub\s+)?(?:(?:const|let|var|static)\s+)?[\w$.]+\s*(?::[^=]*)?)=\s*(.*)$/;

/** Of a value only what it takes is told: `const add = (a, b)`. */
function withoutValue(line: string): string {
  const [, name = line, value = ''] = holder.exec(line) ?? [];
  if (value === '') return line;
  const [taken] = /^(?:async\s*)?(?:\([^)]*\)?|[\w$]+(?=\s*=>)|function\b[^{]*|class\b[^{]*)/.exec(value) ?? [''];
  return taken === '' ? name.trim() : `${name}= ${taken}`;
}

function namesIn(text: string): number[] {
  const seen = new Set<string>();
  for (const [name] of text.matchAll(/[A-Za-z_$][\w$]{2,}/g)) {
    seen.add(name);
    if (seen.size === mostUses) break;
  }
  return [...seen].map(nameHash);
}
