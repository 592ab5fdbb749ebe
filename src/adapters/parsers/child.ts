/**
 * What the child runs: it reads jobs from standard input and answers each on a line of its own, so that a text which
 * ends the process costs no answer but its own. A tree is a list of kinds and, in the order of the text, five numbers
 * a node: kind, named, start, end, number of kids.
 */
export const childScript = `
const { readFileSync, writeSync } = require('node:fs');
const { napi, grammar, library, kinds, texts } = JSON.parse(readFileSync(0, 'utf8'));
const { parse, registerDynamicLanguage } = require(napi);
if (library !== null) registerDynamicLanguage({ [grammar]: require(library) });
const matcher = kinds && { rule: { any: kinds.map((kind) => ({ kind })) } };
const pause = () => new Promise((resolve) => setImmediate(resolve));
function flat(roots, depth) {
  const [words, numbers, places] = [[], [], new Map()];
  const stack = roots.map((node) => [node, depth]).reverse();
  while (stack.length > 0) {
    const [node, left] = stack.pop();
    const kind = node.kind();
    let at = places.get(kind);
    if (at === undefined) {
      at = words.push(kind) - 1;
      places.set(kind, at);
    }
    const { start, end } = node.range();
    const kids = left > 0 ? node.children() : [];
    numbers.push(at, node.isNamed() ? 1 : 0, start.index, end.index, kids.length);
    for (let next = kids.length - 1; next >= 0; next -= 1) stack.push([kids[next], left - 1]);
  }
  return { words, numbers };
}
function write(line) {
  const bytes = Buffer.from(line);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
(async () => {
  let read = 0;
  for (const text of texts) {
    const root = parse(grammar, text).root();
    write(JSON.stringify(matcher ? flat(root.findAll(matcher), 1) : flat([root], Infinity)) + '\\n');
    read += text.length;
    // The library's trees are many times the text, and the garbage collector does not know their size.
    if (read > 400000) {
      read = 0;
      await pause();
      gc();
      await pause();
    }
  }
})();
`;
