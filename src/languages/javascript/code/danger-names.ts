import { dotted } from '../../../code/dangers/dotted.ts';
import { textIn } from '../../../code/dangers/made.ts';
import type { Idioms } from '../../../code/dangers/scope.ts';
import type { Node } from '../../../code/fingerprint/node.ts';

/** Modules by their names, without the owner that says they are part of Node. */
const moduleOf = (tree: Node | undefined): string => textIn(tree).replace(/^node:/, '');

/** `import { exec as run }`, `const { exec } = require()`, and `promisify(exec)`. */
function aliases(root: Node): Map<string, string> {
  const names = new Map<string, string>();
  const origin = (tree: Node | undefined): string => {
    const path = dotted(tree);
    const [head = ''] = path.split('.', 1);
    return (names.get(head) ?? head) + path.slice(head.length);
  };
  const walk = (tree: Node): void => {
    const [target, value] = tree.kids;
    if (tree.kind === 'import') {
      for (const one of value?.kids ?? []) {
        const [name, local = name] = one.kids;
        const isWhole = /Default|Namespace/.test(one.kind);
        if (local) names.set(local.text, isWhole ? moduleOf(target) : `${moduleOf(target)}.${name?.text ?? ''}`);
      }
    } else if (tree.kind === 'decl' && value?.kind === 'call') {
      const callee = dotted(value.kids[0]);
      if (callee === 'require') bind(target, moduleOf(value.kids[1]), names);
      else if (/(?:^|\.)promisify$/.test(callee) && target) names.set(dotted(target), origin(value.kids[1]));
    }
    for (const kid of tree.kids) walk(kid);
  };
  walk(root);
  return names;
}

function bind(target: Node | undefined, module: string, names: Map<string, string>): void {
  if (target?.kind === 'name') names.set(target.text, module);
  if (target?.kind !== 'object') return;
  for (const { kind, text, kids } of target.kids)
    if (kind === 'key' && kids[0]?.kind === 'name') names.set(kids[0].text, `${module}.${text}`);
}

export const idioms: Idioms = {
  aliases,
  copies: /^(?:String|Array|Array\.from|Object\.(?:keys|values|freeze)|Map|Set)$/,
};
