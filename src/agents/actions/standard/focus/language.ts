export type Language = 'javascript' | 'python' | 'go' | 'java' | 'rust';

const endings: [Language, RegExp][] = [
  ['javascript', /\.(?:[cm]?[jt]sx?|vue|svelte)$/],
  ['python', /\.pyw?$/],
  ['go', /\.go$/],
  ['java', /\.(?:java|kt)$/],
  ['rust', /\.rs$/],
];

/** By the name; data and drafts have no ending, so that their own words tell. */
export function languageOf(name: string, text: string): Language | null {
  const known = endings.find(([, ending]) => ending.test(name))?.[0];
  if (known) return known;
  if (/\.\w+$/.test(name) && !name.startsWith('input.')) return null;
  const head = text.slice(0, 20_000);
  if (/^package \w+$/m.test(head)) return 'go';
  if (/^\s*(?:pub )?fn \w+|^use \w+::/m.test(head)) return 'rust';
  if (/^\s*(?:async )?def \w+\(.*:\s*$|^from [\w.]+ import /m.test(head)) return 'python';
  if (/^\s*(?:public|private|protected) (?:static |final )*[\w<>[\]]+ \w+/m.test(head)) return 'java';
  return /\b(?:function|const|let|var|import|export)\b|=>/.test(head) ? 'javascript' : null;
}

/** Lines as far as an expression should look at them. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.slice(0, 2_000));
