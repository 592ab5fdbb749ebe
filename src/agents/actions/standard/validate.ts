import { isDeepStrictEqual } from 'node:util';
import { type Action, tool } from '../../action.ts';
import { misfits } from '../../output/check-input.ts';
import { cut, guarded } from '../observing.ts';
import { brief, isRecord, type Parts, textOf } from './parts.ts';
import { parseJson } from './text/json-text.ts';
import { type Judged, judgeSentence, knownSentences } from './text/sentences.ts';
import { unchecked } from './text/unchecked.ts';
import { meantBy } from './text/value.ts';

/** Whether an assertion holds, by looking; never by opinion. */
export function validateAction(parts: Parts): Action {
  return {
    spec: tool(
      'validate',
      `Check data against a JSON Schema, or a sentence: ${knownSentences}.`,
      { assertion: {}, data: {} },
      ['data'],
    ),
    run: ({ assertion, data }, signal) =>
      guarded(async () => {
        const { holds, evidence } = await judge(assertion, data, parts, signal);
        const answer = holds === null ? 'undecided' : String(holds);
        return { observation: cut([answer, ...evidence].join('\n')) };
      }),
  };
}

async function judge(assertion: unknown, data: unknown, parts: Parts, signal: AbortSignal): Promise<Judged> {
  if (isRecord(assertion)) return bySchema(assertion, data, parts);
  const sentence = textOf(assertion).trim();
  if (sentence === 'equal') return areEqual(data, parts);
  if (sentence === 'output' && parts.output) return bySchema(parts.output, data, parts);
  if (sentence.startsWith('{')) {
    const schema = parseJson(sentence);
    if ('fault' in schema)
      return undecided(`the assertion is no JSON: line ${schema.fault.line}: ${schema.fault.message}`);
    if (isRecord(schema.value)) return bySchema(schema.value, data, parts);
  }
  return (
    (await judgeSentence(sentence, parts, signal)) ??
    undecided(`Not understood. Give a JSON Schema, or: ${knownSentences}`)
  );
}

const undecided = (why: string): Judged => ({ holds: null, evidence: [why] });

/** A text is read as JSON, unless it fits as the text that it is. */
async function bySchema(schema: Record<string, unknown>, data: unknown, parts: Parts): Promise<Judged> {
  const subject = await meantBy(data, parts);
  if ('refused' in subject) return undecided(subject.refused);
  const { value, name } = subject;
  const skipped = unchecked(schema);
  const parsed = typeof value === 'string' && misfits(value, schema).length > 0 ? parseJson(value) : { value };
  const wrong =
    'fault' in parsed
      ? [...misfits(value, schema), `as JSON: line ${parsed.fault.line}: ${parsed.fault.message}`]
      : misfits(parsed.value, schema);
  const notes = skipped.length > 0 ? [`not looked at: ${skipped.join(', ')}`] : [];
  if (wrong.length > 0) return { holds: false, evidence: [...wrong, ...notes] };
  return { holds: skipped.length > 0 ? null : true, evidence: [`${brief(name)} fits`, ...notes] };
}

async function areEqual(data: unknown, parts: Parts): Promise<Judged> {
  const pair = isRecord(data) && 'a' in data && 'b' in data ? [data.a, data.b] : data;
  if (!Array.isArray(pair) || pair.length !== 2)
    return undecided('equal needs data of two: [a, b] or {"a": …, "b": …}');
  const [a, b] = [await meantBy(pair[0], parts), await meantBy(pair[1], parts)];
  if ('refused' in a) return undecided(a.refused);
  if ('refused' in b) return undecided(b.refused);
  const excerpt = (value: unknown) => brief(JSON.stringify(value) ?? 'nothing', 300);
  return { holds: isDeepStrictEqual(a.value, b.value), evidence: [`a: ${excerpt(a.value)}`, `b: ${excerpt(b.value)}`] };
}
