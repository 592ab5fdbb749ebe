import { digest } from './names.ts';
import type { Node } from './node.ts';

const size = 128;

/** A change as a short vector: each subtree counts at a place that its hash names. Alike where most statements are. */
export class Sketch {
  readonly #weights = new Float64Array(size);
  readonly #words: string[] = [];
  #last = 0;

  /** A statement weighs what the others do; in it, a subtree weighs what it holds. What it follows counts too. */
  add(tree: Node, weight: number, salt: number): void {
    const features: { hash: number; count: number }[] = [];
    const { hash } = subtrees(tree, salt, features);
    const length = Math.sqrt(features.reduce((sum, { count }) => sum + count * count, 0));
    for (const one of features) this.#count(one.hash, (weight * one.count) / length);
    this.#count(mixed(this.#last, hash), weight / 2);
    this.#last = hash;
  }

  /** What the change says, in whatever order: operators, values and names that are not its own. */
  word(text: string): void {
    this.#words.push(text);
  }

  get words(): string {
    return digest(this.#words.sort().join('\n')).toString(16).padStart(8, '0');
  }

  encode(): string {
    const most = Math.max(...this.#weights.map(Math.abs), 1e-9);
    const bytes = Int8Array.from(this.#weights, (weight) => Math.round((127 * weight) / most));
    return Buffer.from(bytes.buffer).toString('base64');
  }

  #count(hash: number, weight: number): void {
    const place = (hash >>> 8) % size;
    this.#weights[place] = (this.#weights[place] ?? 0) + (hash & 1 ? weight : -weight);
  }
}

function subtrees(
  tree: Node,
  salt: number,
  features: { hash: number; count: number }[],
): { hash: number; count: number } {
  let hash = digest(`${tree.kind}\0${tree.text}`, salt);
  let count = 1;
  for (const kid of tree.kids) {
    const inner = subtrees(kid, salt, features);
    hash = mixed(hash, inner.hash);
    count += inner.count;
  }
  const one = { hash, count };
  features.push(one);
  return one;
}

function mixed(a: number, b: number): number {
  const hash = Math.imul(a ^ b, 0x9e3779b1) ^ (a >>> 15);
  return Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0;
}
