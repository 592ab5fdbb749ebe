import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import type { Path } from './page.ts';
import { tooDeepLine } from './yaml-depth.ts';

export interface FrontMatter {
  /** Plain data; null where it could not be read. */
  value: unknown;
  lineOf(path: Path): number;
  /** The lines below it, and the number of the first of them. */
  body: string[];
  body_line: number;
}

type Tell = (line: number, message: string) => void;

const maxDepth = 20;

/** Splits the text and reads its YAML as data: no tags, no aliases. Null: there is none. */
export function frontMatter(text: string, tell: Tell): FrontMatter | null {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && isRule(line));
  if (!isRule(lines[0]) || end < 0) {
    tell(1, 'it must begin with front matter between two lines of ---');
    return null;
  }
  const yaml = lines.slice(1, end).join('\n');
  const deep = tooDeepLine(yaml);
  if (deep !== null) {
    tell(deep + 1, `nested more than ${maxDepth} levels deep`);
    return null;
  }
  const counter = new LineCounter();
  const document = parseDocument(yaml, {
    lineCounter: counter,
    schema: 'core',
    version: '1.2',
    resolveKnownTags: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const sound = isSound(document, lineAt, tell);
  return {
    value: sound ? document.toJS() : null,
    lineOf: (path) => lineAt(sound ? offsetOf(document, path) : 0),
    body: lines.slice(end + 1),
    body_line: end + 2,
  };
}

const isRule = (line: string | undefined): boolean => /^---[ \t]*$/.test(line ?? '');

function isSound(document: Document.Parsed, lineAt: (offset: number) => number, tell: Tell): boolean {
  let sound = true;
  const refuse = (offset: number, message: string) => {
    sound = false;
    tell(lineAt(offset), message);
  };
  const [wrong] = document.errors;
  if (wrong) {
    refuse(wrong.pos[0], wrongWords(wrong.code, wrong.message));
    return false;
  }
  // Deep nesting would overflow whoever walks it; an alias can stand for more than fits into memory.
  visit(document, (key, node, ancestors) => {
    if (!isNode(node)) return undefined;
    const offset = node.range?.[0] ?? 0;
    if (ancestors.filter(isCollection).length > maxDepth) {
      refuse(offset, `nested more than ${maxDepth} levels deep`);
      return visit.BREAK;
    }
    if (isAlias(node)) refuse(offset, 'aliases are not allowed');
    else if ((isScalar(node) || isCollection(node)) && node.tag !== undefined)
      refuse(offset, `the tag ${node.tag} is not allowed`);
    if (isScalar(node) && key === 'key' && node.value === '__proto__') refuse(offset, "unknown key '__proto__'");
    return undefined;
  });
  return sound;
}

function wrongWords(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this key is given twice';
  if (message.includes('call stack')) return `nested more than ${maxDepth} levels deep`;
  return `bad YAML: ${message}`;
}

/** Where the last part of a path that exists begins. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let offset = document.contents?.range?.[0] ?? 0;
  let node: unknown = document.contents;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
      if (!isScalar(pair?.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      if (!isNode(node)) return offset;
      offset = node.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
