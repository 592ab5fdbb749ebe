// Makes docs/pictures/demo.svg: a real `pawl demo` on a terminal, recorded with its times and drawn line by line.
// Long rows that a first look does not need are left out; test/e2e/commands.test.ts compares the rest with the demo.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const columns = 100;
const [size, leading, padding, bar] = [13, 19, 18, 30];
/** Rows by their first word, and those that may go on in the next line. */
const kept = /^\$ |^(baseline|attempt|change|verdict|loop|escalate|review|commit|changed|next|done) {2,}/;
const long = /^(\$|next)/;

const lines = selected(await record(`stty cols ${columns}; exec node ${join(root, 'bin', 'pawl.js')} demo`));
mkdirSync(join(root, 'docs', 'pictures'), { recursive: true });
writeFileSync(join(root, 'docs', 'pictures', 'demo.svg'), drawn(lines));

/** What the command writes to a terminal of its own, each line with the seconds after which it came. */
function record(command) {
  const started = Date.now();
  const terminal = spawn('script', ['-qfec', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const arrived = [];
  let rest = '';
  terminal.stdout.setEncoding('utf8').on('data', (text) => {
    const whole = (rest + text).split('\r\n');
    rest = whole.pop();
    // What stood there before is erased: the line that says what is going on.
    for (const line of whole) arrived.push({ line: line.split('\x1b[2K').at(-1), at: (Date.now() - started) / 1000 });
  });
  return new Promise((resolve, reject) => {
    terminal.on('error', reject);
    terminal.on('close', (code) => (code === 0 ? resolve(arrived) : reject(new Error(`the demo ended with ${code}`))));
  });
}

function selected(arrived) {
  let [row, pause, last] = ['', 0, arrived[0].at];
  return arrived.flatMap(({ line, at }) => {
    const plain = spansOf(line)
      .map(({ text }) => text)
      .join('');
    const goesOn = long.test(row) && (plain.startsWith(' ') || row.startsWith('$')) && !/^\w+ {2,}/.test(plain);
    if (!goesOn) row = plain;
    if (!goesOn && !kept.test(plain)) return [];
    // Nobody wants to watch a test suite: pauses are cut short.
    pause += Math.min(0.9, at - last);
    last = at;
    return [{ spans: spansOf(line), at: pause }];
  });
}

/** Pieces of one look, by the escape sequences between them. */
function spansOf(line) {
  const names = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 35: 'magenta', 36: 'cyan' };
  let [color, weight] = ['', ''];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what the sequences begin with
  return line.split(/\x1b\[(\d+)m/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [{ text: part, look: `${color} ${weight}`.trim() }];
    const code = Number(part);
    if (code === 22) weight = '';
    else if (code === 39) color = '';
    else if (code < 30) weight = names[code];
    else color = names[code];
    return [];
  });
}

function drawn(lines) {
  const width = Math.ceil(columns * size * 0.605) + 2 * padding;
  const height = bar + lines.length * leading + padding;
  const dots = [0, 1, 2].map((dot) => `<circle cx="${padding + 4 + dot * 16}" cy="17" r="5"/>`).join('');
  const texts = lines.map(({ spans, at }, index) => {
    const inner = spans.map(({ text, look }) =>
      look ? `<tspan class="${look}">${escaped(text)}</tspan>` : escaped(text),
    );
    const y = bar + (index + 1) * leading - 4;
    return `<text x="${padding}" y="${y}" style="animation-delay:${at.toFixed(1)}s">${inner.join('')}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A run of pawl demo">
<title>pawl demo: the cheap model fails twice with the same files, the next tier solves it, and the result is reviewed and committed</title>
<style>
svg { --page: #fbfaf8; --edge: #d9d6ce; --ink: #1d1d1b; --dim: #6b6b64; --red: #b3261e; --green: #17703f; --yellow: #8a5700; --magenta: #8b3a9e; --cyan: #0b6a80 }
@media (prefers-color-scheme: dark) { svg { --page: #16181b; --edge: #34383e; --ink: #e8e6e1; --dim: #9a998f; --red: #ff7a70; --green: #4cc38a; --yellow: #e8b650; --magenta: #d69be6; --cyan: #5cc4d9 } }
.page { fill: var(--page); stroke: var(--edge) } circle { fill: var(--edge) }
text { font: ${size}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--ink); white-space: pre; animation: appear .2s backwards }
.bold { font-weight: 700 } .dim { fill: var(--dim) } .red { fill: var(--red) } .green { fill: var(--green) } .yellow { fill: var(--yellow) } .magenta { fill: var(--magenta) } .cyan { fill: var(--cyan) }
@keyframes appear { from { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${dots}
${texts.join('\n')}
</svg>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
