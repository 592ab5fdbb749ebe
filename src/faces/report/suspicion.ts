import type { Suspect } from '../../schema/run/suspect.ts';
import { html, type Markup, none } from './markup.ts';
import { cut } from './text.ts';

const [row, widest] = [22, 90];

/** The lines that looked most like the fault, each with a bar beside it. */
export function suspicionPicture(suspects: readonly Suspect[]): Markup {
  if (suspects.length === 0) return none;
  const labels = suspects.map(({ file, line, suspicion }) => `${file}:${line} ${Math.round(100 * suspicion)}%`);
  return html`<h3>Where the fault may be</h3><svg class="suspicion" width="100%" height="${row * suspects.length}" role="img">
<title>Suspicion of lines, next to the most suspicious</title>
${suspects.map(({ file, line, suspicion, text }, at) => {
  const width = Math.max(2, Math.round(widest * suspicion));
  return html`<g class="fail"><title>${labels[at] ?? ''}</title><rect x="0" y="${row * at + 4}" width="${width}" height="${row - 8}" rx="2"/><text x="${widest + 10}" y="${row * at + 15}">${file}:${line}  ${cut(text, 90)}</text></g>`;
})}
</svg>`;
}
