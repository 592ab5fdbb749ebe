import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { nestsTooDeep } from '../agents/file/yaml-depth.ts';
import { fault } from './fault.ts';

export type Path = readonly (string | number)[];

export interface Parsed {
  /** The mapping as plain values. A key without a value is left out: it sets nothing. */
  value: Record<string, unknown>;
  /** The line of a key, or of the nearest one above it that is there. */
  lineOf(path: Path): number;
}

const maxNodes = 10_000;
const maxDepth = 20;
const maxAliases = 100;
const coreTags = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

/** YAML 1.2 core: no tags beyond it, no merge keys, and aliases only as far as a person would use them. */
export function parseYaml(file: string, text: string): Parsed {
  const counter = new LineCounter();
  if (nestsTooDeep(text)) throw fault(`${file}: nested more than ${maxDepth} levels deep`);
  const document = parseDocument(text, {
    lineCounter: counter,
    schema: 'core',
    version: '1.2',
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: false, // Checked below: the library compares every pair of keys.
    prettyErrors: false,
    logLevel: 'error', // At 'silent' a second document would be dropped without a word.
  });
  const at = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong?.code === 'MULTIPLE_DOCS')
    throw fault(`${at(wrong.pos[0])}: malformed YAML: a second document begins here`);
  if (wrong?.message.includes('call stack')) throw fault(`${file}: nested more than ${maxDepth} levels deep`);
  if (wrong) throw fault(`${at(wrong.pos[0])}: malformed YAML: ${wrong.message}`);

  const lines = new Map<string, number>();
  let nodes = 0;
  let aliases = 0;

  const nodeValue = (node: Node | null, path: Path): unknown => {
    const where = at(node?.range?.[0] ?? 0);
    nodes += 1;
    if (nodes > maxNodes) throw fault(`${where}: more than ${maxNodes} values: not a configuration`);
    if (path.length > maxDepth) throw fault(`${where}: nested more than ${maxDepth} levels deep`);
    if (node === null) return null;
    if (node.tag !== undefined && !coreTags.test(node.tag)) throw fault(`${where}: the tag ${node.tag} is not allowed`);
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > maxAliases) throw fault(`${where}: more than ${maxAliases} aliases: not a configuration`);
      const source = node.resolve(document);
      if (source === undefined) throw fault(`${where}: malformed YAML: no anchor &${node.source} above this alias`);
      return nodeValue(source, path);
    }
    if (isSeq<Node>(node)) {
      return node.items.map((item, index) => {
        note([...path, index], item?.range?.[0]);
        return nodeValue(item, [...path, index]);
      });
    }
    if (isMap<Node, Node | null>(node)) {
      const entries = new Map<string, unknown>();
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : '';
        const inner = [...path, name];
        const offset = key.range?.[0] ?? 0;
        if (entries.has(name)) throw fault(`${at(offset)}: the key '${name}' is given twice`);
        if (name === '__proto__') throw fault(`${file}:${counter.linePos(offset).line}: unknown key '__proto__'`);
        note(inner, offset);
        entries.set(name, nodeValue(value, inner));
      }
      return Object.fromEntries([...entries].filter(([, value]) => value !== null));
    }
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'string' && value.includes('\0')) throw fault(`${where}: text must not hold a NUL character`);
    return value;
  };
  const note = (path: Path, offset: number | undefined) => {
    if (offset !== undefined && !lines.has(key(path))) lines.set(key(path), counter.linePos(offset).line);
  };

  const value = nodeValue(document.contents, []) ?? {};
  if (!isMapping(value)) throw fault(`${file}:1: a configuration is a mapping of keys to values, not ${kind(value)}`);
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const line = lines.get(key(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

/** What a value is, in a person's words. */
export function kind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' ? 'a number' : 'text';
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const key = (path: Path) => JSON.stringify(path);
