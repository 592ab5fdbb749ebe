import { insert, replace } from '../../repair/edits.ts';
import type { Evidence } from '../../repair/shape.ts';
import type { Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** What an empty value may stand for. */
const empties = ['[]', '{}', "''", '0'];
const answers = ['', ' null', ' []', " ''", ' 0', ' false'];

/** Nothing there, where an error says so: asked for, or left early. */
export const guards: Template = (site, evidence) => {
  if (!evidence.isFrame(site.path, site.line)) return [];
  const { node } = site;
  if (node.type === 'MemberExpression' && readings(evidence).has(String((node.property as Node).name)))
    return [...asked(site), ...leaving(site, node.object as Node)];
  const iterated = iteratedIn(site);
  return iterated && !isOld(site.text) && evidence.messages.some((message) => /is not iterable/.test(message))
    ? [{ template: 'guard', weight: 1.2, edits: insert(iterated.end, ' ?? []') }]
    : [];
};

/** A file that keeps to the syntax of old engines gets none that they cannot read. */
const isOld = (text: string): boolean => /\bvar\b/.test(text) && !/\b(?:const|let|class)\b|=>/.test(text);

/** The names that were asked of nothing. */
function readings({ messages }: Evidence): Set<string> {
  return new Set(
    messages.flatMap((message) =>
      [...message.matchAll(/Cannot read properties of (?:undefined|null) \(reading '([^']+)'\)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}

function asked({ node, text, parent }: Site): Idea[] {
  const object = node.object as Node;
  if (isOld(text) || node.optional === true || (parent.type === 'AssignmentExpression' && parent.left === node))
    return [];
  const source = text.slice(object.start, object.end);
  const dot = text.indexOf('.', object.end);
  const computed = node.computed === true;
  const optional = computed ? insert(object.end, '?.') : dot < 0 ? [] : replace({ start: dot, end: dot + 1 }, '?.');
  return [
    { template: 'guard', weight: 1.3, edits: optional },
    ...empties.map((empty, at) => ({
      template: 'guard',
      weight: 1.2 - at * 0.05,
      edits: replace(object, `(${source} ?? ${empty})`),
    })),
  ].filter(({ edits }) => edits.length > 0);
}

/** `if (user == null) return …` before the statement. */
function leaving({ parents, text, fn }: Site, object: Node): Idea[] {
  const source = text.slice(object.start, object.end);
  const at = parents.findLastIndex(({ type }) => type === 'BlockStatement');
  const statement = parents[at + 1];
  if (!fn || !statement || !/^[\w$.]+$/.test(source)) return [];
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', statement.start) + 1))?.[0] ?? '';
  return answers.map((answer, index) => ({
    template: 'guard',
    weight: 1 - index * 0.05,
    edits: insert(statement.start, `if (${source} == null) return${answer};\n${indent}`),
  }));
}

function iteratedIn({ node }: Site): Node | null {
  if (node.type === 'ForOfStatement') return node.right as Node;
  return node.type === 'SpreadElement' ? (node.argument as Node) : null;
}
