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
        const meant = await meantBy(input.input, parts);
        if ('refused' in meant) return { observation: `Refused: ${meant.refused}` };
        const read = typeof meant.value === 'string' ? readAs(from, meant.value) : { value: meant.value, notes: [] };
        if ('refused' in read) return { observation: `${meant.name} is not ${from}: ${read.refused}` };
        const written = writeAs(to, read.value);
        if ('refused' in written) return { observation: `This cannot become ${to}: ${written.refused}` };
        const notes = [...read.notes, ...written.notes].map((note) => `\n(${note})`);
        return { observation: `${cut(written.text)}${notes.slice(0, 10).join('')}` };
      }),
  };
}
