import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { nestsTooDeep } from '../../../file/yaml-depth.ts';
import { brief, type Note } from '../parts.ts';

/** YAML as plain data: tags do nothing, and a hundred aliases are followed at most. */
export function parseYaml(text: string): { value: unknown; faults: Note[] } {
  if (nestsTooDeep(text)) return { value: null, faults: [{ line: 1, message: 'nested too deeply' }] };
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    schema: 'core',
    version: '1.2',
    resolveKnownTags: false,
    prettyErrors: false,
    uniqueKeys: false, // Checked below: the library compares every pair of keys.
    logLevel: 'silent',
  });
  const wrong = document.errors.map(({ pos, message }) => ({
    line: counter.linePos(pos[0]).line,
    message: brief(message),
  }));
  const faults = [...wrong, ...repeatedKeys(document, counter)];
  if (faults.length > 0) return { value: null, faults };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), faults };
  } catch (error) {
    if (error instanceof ReferenceError) return { value: null, faults: [{ line: 1, message: error.message }] };
    throw error;
  }
}

function repeatedKeys(document: Document.Parsed, counter: LineCounter): Note[] {
  const notes: Note[] = [];
  visit(document, {
    Map(_, map) {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const line = counter.linePos(key.range?.[0] ?? 0).line;
        if (keys.has(key.value))
          notes.push({ line, message: `the key ${brief(String(key.value), 60)} is there more than once` });
        keys.add(key.value);
      }
    },
  });
  return notes;
}
