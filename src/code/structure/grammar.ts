import type { Grammar, SyntaxNode } from '../../schema/code/tree.ts';
import { type DefinitionKinds, definitionsIn } from './definitions.ts';
import { Reader, type Rule } from './reader.ts';
import { type StructureRules, unlessDeep } from './shape.ts';

export interface GrammarRules extends Pick<StructureRules, 'name' | 'owns' | 'assignmentBinds' | 'dangers' | 'idioms'> {
  grammar: Grammar;
  rules: Record<string, Rule>;
  definitions: DefinitionKinds;
}

/** The structure of a language that a grammar of tree-sitter reads. */
export function structureBy({ grammar, rules, definitions, ...rest }: GrammarRules): StructureRules {
  return {
    ...rest,
    async read(sources, parsers) {
      const trees = await parsers.trees(
        grammar,
        sources.map(({ text }) => text),
      );
      return trees.map((tree, at) => {
        const text = sources[at]?.text ?? '';
        const reader = new Reader(text, rules);
        const root = tree && unlessDeep(() => reader.block(reader.named(tree)));
        return root && { root, gaps: gapsIn(tree) };
      });
    },
    async definitions(sources, parsers) {
      const texts = sources.map(({ text }) => text);
      const nodesByText = await parsers.find(grammar, Object.keys(definitions), texts);
      return nodesByText.map((nodes, at) => nodes && definitionsIn(texts[at] ?? '', nodes, definitions));
    },
  };
}

/** What the grammar did not understand, and where it made up what is missing. */
function gapsIn(root: SyntaxNode): [number, number][] {
  const gaps: [number, number][] = [];
  const open = [root];
  for (let tree = open.pop(); tree; tree = open.pop()) {
    if (
      tree.kind === 'ERROR' ||
      (tree.start === tree.end && tree.kids.length === 0 && tree.kind !== '\n' && tree !== root)
    )
      gaps.push([tree.start, tree.end]);
    else for (const kid of tree.kids) open.push(kid);
  }
  return gaps;
}
