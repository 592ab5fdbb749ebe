import { type Action, text, tool } from '../../action.ts';
import { cut, guarded } from '../observing.ts';
import type { Parts } from './parts.ts';
import { formats, readAs, writeAs } from './text/formats.ts';
import { meantBy } from './text/value.ts';

const format = { type: 'string', enum: formats };

/** From one format into another, through the data that both hold. */
export function transformAction(parts: Parts): Action {
  return {
    spec: tool('transform', 'Convert a text, path, draft or input.KEY.', { input: {}, from: format, to: format }),
    run: (input) =>
      guarded(async () => {
        const [from, to] = [text(input, 'from'), text(input, 'to')];
        const source = await meantBy(input.input, parts);
        if ('refused' in source) return { observation: `Refused: ${source.refused}` };
        const parsed =
          typeof source.value === 'string' ? readAs(from, source.value) : { value: source.value, notes: [] };
        if ('refused' in parsed) return { observation: `${source.name} is not ${from}: ${parsed.refused}` };
        const result = writeAs(to, parsed.value);
        if ('refused' in result) return { observation: `This cannot become ${to}: ${result.refused}` };
        const notes = [...parsed.notes, ...result.notes].map((note) => `\n(${note})`);
        return { observation: `${cut(result.text)}${notes.slice(0, 10).join('')}` };
      }),
  };
}
