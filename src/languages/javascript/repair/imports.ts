import { insert, linesOf, replace } from '../../repair/edits.ts';
import type { Evidence, Proposal } from '../../repair/shape.ts';
import { nearest } from '../../repair/words.ts';
import type { Node } from '../code/javascript-nodes.ts';

export interface ModuleText {
  path: string;
  text: string;
  program: Node;
  isModule: boolean;
}

/** A name that is used and not imported, imported under another name, or asked for under one that was changed. */
export function imports(module: ModuleText, evidence: Evidence): Proposal[] {
  const proposals = [...missing(module, evidence), ...renamed(module, evidence)];
  const lineOf = linesOf(module.text);
  return proposals.map((proposal) => ({ ...proposal, line: lineOf(proposal.edits[0]?.start ?? 0) }));
}

function missing({ path, text, program, isModule }: ModuleText, evidence: Evidence): Proposal[] {
  const statements = program.body as Node[];
  const at = statements.find(({ type }) => type !== 'ExpressionStatement')?.start ?? 0;
  return evidence.imports(path).map(({ name, from, kind }) => {
    const what = kind === 'named' ? `{ ${name} }` : name;
    const line = isModule ? `import ${what} from '${styled(from, text)}';` : `const ${what} = require('${from}');`;
    return { template: 'missing import', weight: 2, line: 1, edits: insert(at, `${line}\n`) };
  });
}

/** As the file's other imports are written. */
function styled(from: string, text: string): string {
  const bare = /from ['"]\.{1,2}\/[^'"]*(?<!\.\w{2,4})['"]/.test(text);
  return bare && from.startsWith('.') ? from.replace(/\.\w+$/, '') : from;
}

/** `import { wrong }` here as the name that is meant; what others ask for and this file calls otherwise, also by that name. */
function renamed({ text, program }: ModuleText, { wrong, counts }: Evidence): Proposal[] {
  const proposals: Proposal[] = [];
  for (const statement of program.body as Node[]) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const { imported } of statement.specifiers as { imported?: Node }[]) {
      const name = String(imported?.name);
      if (!imported || (!wrong.includes(name) && counts.get(name) !== 1)) continue;
      for (const other of nearest(name, counts.keys()))
        proposals.push({ template: 'import', weight: 1.9, line: 1, edits: replace(imported, `${other} as ${name}`) });
    }
  }
  for (const name of wrong) {
    if (new RegExp(`\\b${name.replace(/\$/g, '\\$&')}\\b`).test(text)) continue;
    for (const other of nearest(name, definedIn(program))) {
      const places = [...text.matchAll(new RegExp(`(?<![\\w$])${other.replace(/\$/g, '\\$&')}(?![\\w$])`, 'g'))];
      const edits = places.map(({ index }) => ({ start: index, end: index + other.length, text: name }));
      if (edits.length > 0) proposals.push({ template: 'renamed', weight: 1.5, line: 1, edits });
    }
  }
  return proposals;
}

/** Names that others may ask this file for: its declarations, and the methods of its classes. */
function definedIn(program: Node): string[] {
  return (program.body as Node[]).flatMap((statement) => {
    const node = (statement.declaration as Node | null | undefined) ?? statement;
    if (node.type === 'VariableDeclaration')
      return (node.declarations as { id: Node }[]).map(({ id }) => String(id.name));
    const methods = (((node.body as Node | undefined)?.body ?? []) as Node[])
      .filter(({ type }) => type === 'MethodDefinition')
      .map(({ key }) => String((key as Node).name));
    const ownName = node.id ? [String((node.id as Node).name)] : [];
    return node.type === 'ClassDeclaration' ? [...ownName, ...methods] : ownName;
  });
}
