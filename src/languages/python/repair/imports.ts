import { insert, linesOf, replace } from '../../repair/edits.ts';
import type { Evidence, Proposal } from '../../repair/shape.ts';
import { nearest } from '../../repair/words.ts';
import type { PyStatement } from '../code/python-tokens.ts';

interface ModuleText {
  path: string;
  text: string;
  statements: PyStatement[];
}

/** A name that is used and not imported, imported under another name, or asked for under one that was changed. */
export function imports(module: ModuleText, evidence: Evidence): Proposal[] {
  const lineOf = linesOf(module.text);
  return [...missing(module, evidence), ...renamed(module, evidence)].map((proposal) => ({
    ...proposal,
    line: lineOf(proposal.edits[0]?.start ?? 0),
  }));
}

function missing({ path, statements, text }: ModuleText, evidence: Evidence): Proposal[] {
  const first = statements.find(
    ({ tokens }) => !/String/.test(tokens[0]?.kind ?? '') && tokens[1]?.text !== '__future__',
  );
  const at = first?.tokens[0]?.start ?? text.length;
  return evidence.imports(path).map(({ name, from, kind }) => ({
    template: 'missing import',
    weight: 2,
    line: 1,
    edits: insert(at, kind === 'module' ? `import ${name}\n` : `from ${from} import ${name}\n`),
  }));
}

function renamed({ text, statements }: ModuleText, { wrong, counts }: Evidence): Proposal[] {
  const proposals: Proposal[] = [];
  for (const { tokens } of statements) {
    if (tokens[0]?.kind !== 'From') continue;
    const at = tokens.findIndex(({ kind }) => kind === 'Import');
    for (const token of tokens.slice(at + 1).filter(({ text: name }) => wrong.includes(name)))
      for (const other of nearest(token.text, counts.keys()))
        proposals.push({
          template: 'import',
          weight: 1.9,
          line: 1,
          edits: replace(token, `${other} as ${token.text}`),
        });
  }
  const defined = statements.flatMap(({ tokens: [first, second, third] }) => {
    if (first?.kind === 'Async') return [third?.text ?? ''];
    return first?.kind === 'Def' || first?.kind === 'Class' ? [second?.text ?? ''] : [];
  });
  for (const name of wrong) {
    if (new RegExp(`\\b${name}\\b`).test(text)) continue;
    for (const other of nearest(name, defined)) {
      const places = [...text.matchAll(new RegExp(`\\b${other}\\b`, 'g'))];
      const edits = places.map(({ index }) => ({ start: index, end: index + other.length, text: name }));
      proposals.push({ template: 'renamed', weight: 1.5, line: 1, edits });
    }
  }
  return proposals;
}
