/** In front of a command line: a package's programs are found by what its scripts run first. */
export const programs = 'PATH="$PWD/node_modules/.bin:$PATH"; ';

/** One command of a script. */
export interface Segment {
  source: string;
  words: string[];
  /** Which words a shell would expand: globs without quotes. */
  open: boolean[];
}

/** Programs that only make TAP pretty: what comes before them writes it. */
const formatter =
  /\s*\|\s*(?:npx\s+)?(?:\S*\/)?(?:tap-[\w-]+|faucet|colortap|colou?r-tap|tnyan)(?:\s+[^|&;]*)?(?=$|&&)/g;

/** Words of each command between `&&`; null where anything but quotes would need a shell. */
export function segmentsOf(script: string): Segment[] | null {
  const source = unrolled(script.trim().replace(/\\\r?\n/g, ' ')).replace(formatter, '');
  const token = /\s+|&&|"((?:[^"\\$`]|\\["\\$`])*)"|'([^']*)'|[^\s"'`$|;&<>()\\]+|[\s\S]/gy;
  const segments: Segment[] = [];
  let current: Segment = { source: '', words: [], open: [] };
  let within = false;
  const end = () => segments.push({ ...current, source: current.source.trim() });
  for (const [raw, double, single] of source.matchAll(token)) {
    if (raw === '&&') {
      end();
      current = { source: '', words: [], open: [] };
      within = false;
      continue;
    }
    current.source += raw;
    if (/^\s/.test(raw)) {
      if (raw.includes('\n')) return null;
      within = false;
      continue;
    }
    if (/^[`$|;&<>()\\"']$/.test(raw)) return null;
    const piece = single ?? double?.replace(/\\(.)/g, '$1') ?? raw;
    const isOpen = piece === raw && /[*?[{]/.test(raw);
    if (within) {
      current.words.push(`${current.words.pop() ?? ''}${piece}`);
      current.open.push((current.open.pop() ?? false) || isOpen);
    } else {
      current.words.push(piece);
      current.open.push(isOpen);
    }
    within = true;
  }
  end();
  return segments.every(({ words }) => words.length > 0) ? segments : null;
}

/** `for f in test/*.js; do tape $f; done` runs what `tape test/*.js` runs. */
function unrolled(script: string): string {
  const loop = /\bfor\s+(\w+)\s+in\s+([^;$`]+);\s*do\s+([^;]+?)\s*;?\s*done\b/.exec(script);
  if (!loop) return script;
  const [all, name = '', list = '', body = ''] = loop;
  const use = new RegExp(`"?\\$\\{?${name}\\}?"?`);
  return use.test(body) ? script.replace(all, () => body.replace(use, () => list.trim())) : script;
}
