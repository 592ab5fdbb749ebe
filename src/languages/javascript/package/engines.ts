import { record, text } from '../../reports/values.ts';
import type { Manifest } from './manifest.ts';

/** Why a package does not run on this Node, by what it says itself; null where it may. */
export function unfitNode({ content }: Manifest, version: string = process.versions.node): string | null {
  const range = text(record(content.engines).node);
  if (range === '' || satisfies(version, range)) return null;
  return `package.json asks for Node ${range} (engines.node), and this is Node ${version}: run Pawl with a Node that fits`;
}

/** Whether a version is within a range, as npm writes ranges; what cannot be read is not held against it. */
export function satisfies(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const own = [major, minor, patch];
  return range.split('||').some((part) => {
    const words = part
      .replace(/([\d.x*]+)\s+-\s+([\d.x*]+)/g, '>=$1 <=$2')
      .replace(/([<>=^~]+)\s+/g, '$1')
      .split(/[\s,]+/)
      .filter((word) => word !== '');
    return words.every((word) => meets(own, word));
  });
}

function meets(own: number[], word: string): boolean {
  const match = /^([<>]=?|[=^~])?v?(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:-[\w.]+)?$/.exec(word);
  if (!match) return true;
  const [, sign = '=', ...numbers] = match;
  const parts = numbers.flatMap((part) => (part === undefined || /[x*]/.test(part) ? [] : Number(part)));
  const from = [0, 1, 2].map((at) => parts[at] ?? 0);
  const precision = sign === '^' ? 1 : sign === '~' ? Math.min(2, parts.length) : parts.length;
  const below = from.map((part, at) => (at === precision - 1 ? part + 1 : at < precision ? part : 0));
  const isLess = compare(own, from) < 0;
  const isBelow = compare(own, below) < 0;
  if (sign === '>=') return !isLess;
  if (sign === '<') return isLess;
  if (sign === '>') return !isBelow;
  if (sign === '<=') return isBelow;
  return !isLess && isBelow;
}

const compare = (one: number[], other: number[]): number =>
  one.map((part, at) => part - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
