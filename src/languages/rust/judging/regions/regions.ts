import { closing, type Lexeme } from '../../../../code/lexemes/lexemes.ts';
import { applied } from '../../../../code/lexemes/literals.ts';
import type { Regions } from '../../../judging/regions/shape.ts';
import { isTestOnly, joined, type RustItem, rustFile } from '../../code/items.ts';
import { type DocTest, docTests, pairedDocs, restoredDocs } from './docs.ts';
import { addedItems, changedItems, isRegion, regionsIn, restoredItems } from './items.ts';

/** Rust's unit tests are in the files that they test; `documented`: whether documentation is tested as well. */
export function rustRegions(documented: boolean): Regions {
  const docs = (text: string, file: RustItem): DocTest[] => (documented ? docTests(text, regionsIn(file)) : []);
  const both = (base: string, now: string) => {
    const [before, after] = [rustFile(base), rustFile(now)];
    return { before, after, docs: pairedDocs(docs(base, before), docs(now, after)) };
  };
  return {
    changed: (base, now) => {
      const { before, after, docs: paired } = both(base, now);
      const altered = paired.pairs.filter(([one, other]) => other?.code !== one.code).map(([one]) => named(one));
      return [...new Set([...changedItems(before, after), ...altered])];
    },
    added: (base, now) => {
      const { before, after, docs: paired } = both(base, now);
      return [...new Set([...addedItems(before, after), ...paired.added.map(named)])];
    },
    withBase: (base, now) => {
      const [before, after] = [rustFile(base), rustFile(now)];
      if (before.inner.some(isTestOnly)) return base;
      const items = restoredItems(before, after, base);
      return applied(now, [...items, ...restoredDocs(docs(base, before), docs(now, after), base, now)]);
    },
    asking: (base, now) => {
      const baseQuestions = questionsIn(rustFile(base));
      return [...new Set(without(questionsIn(rustFile(now)), baseQuestions))];
    },
    declarersOf,
    testFiles: (path, base) => regionsIn(rustFile(base)).flatMap((item) => filesOf(item, path)),
  };
}

/** The files that may declare a module: those beside it, and the one that its folder is named after. */
function declarersOf(path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const above = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  const beside = (place: string) => ['lib.rs', 'main.rs', 'mod.rs'].map((name) => `${place}${name}`);
  return [...beside(folder), ...beside(above), `${folder.slice(0, -1)}.rs`];
}

const named = ({ owner }: DocTest): string => (owner === '' ? '(documentation)' : `${owner} > (documentation)`);

/** `cfg(…test…)` of any kind outside of what is for tests alone. */
function questionsIn(file: RustItem): string[] {
  const hidden = regionsIn(file);
  const tokens = file.tokens.filter(({ start }) => !hidden.some((item) => start >= item.start && start < item.end));
  return tokens.flatMap(({ text }, at) => {
    const open = tokens[at + 1]?.text === '!' ? at + 2 : at + 1;
    if (!/^cfg(?:_attr)?$/.test(text) || tokens[open]?.text !== '(') return [];
    const question: Lexeme[] = tokens.slice(at, closing(tokens, open) + 1);
    return question.some((token) => /^(?:doc)?test$/.test(token.text)) ? [joined(question)] : [];
  });
}

function without(items: string[], others: string[]): string[] {
  const remaining = [...others];
  return items.filter((one) => {
    const at = remaining.indexOf(one);
    if (at !== -1) remaining.splice(at, 1);
    return at === -1;
  });
}

/** Where `#[cfg(test)] mod tests;` is: beside a crate's root or `mod.rs`, else in the folder that the file's name is for. */
function filesOf(item: RustItem, path: string): string[] {
  if (item.kind !== 'mod' || item.body !== null || !isRegion(item)) return [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const stem = path.slice(folder.length).replace(/\.rs$/, '');
  const pathAttribute = item.attributes
    .map((one) => /^path="(.*)"$/.exec(one.replace(/\s*=\s*/, '='))?.[1])
    .find(Boolean);
  if (pathAttribute !== undefined) return [`${folder}${pathAttribute.replace(/^\.\//, '')}`];
  const inside = /^(?:lib|main|mod)$/.test(stem) ? folder : `${folder}${stem}/`;
  return [`${inside}${item.name}.rs`, `${inside}${item.name}/mod.rs`];
}
