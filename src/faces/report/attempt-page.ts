import { besides, inShort, partsOf } from '../../schema/judge/review.ts';
import type { Analysis, ReportedAttempt } from '../../schema/run/report.ts';
import { briefDuration, dollars, testWords, zonedMoment } from '../words.ts';
import { loopWords, outcomeOf, toneOf } from './attempt-marks.ts';
import { html, type Markup, none } from './markup.ts';
import { suspicionPicture } from './suspicion.ts';
import { cut, endPhrase, short } from './text.ts';

/** All about one attempt, to be opened. */
export function attemptDetails(attempt: ReportedAttempt, open: boolean, diffChars: number): Markup {
  const { tier, tests, failures, loop, points, diff } = attempt;
  const analyses = attempt.analyses.filter(({ root_cause }) => root_cause !== '');
  return html`<details${open ? html` open` : none}><summary><span class="pill ${toneOf(attempt)}">${outcomeOf(attempt)}</span> Attempt ${attempt.attempt} by <strong>${tier}</strong> <span class="dim">${briefDuration(attempt.seconds)}, ${dollars(attempt.usd)}${loop ? ', loop' : ''}</span></summary><div>
<p>${ended(attempt)}</p>
${loop ? html`<p class="callout"><strong>Loop.</strong> ${loopWords(loop)}</p>` : none}
<ul>
<li>Began ${zonedMoment(attempt.started_at)}, ${briefDuration(attempt.began_seconds)} into the run</li>
<li>Changed ${attempt.files.length > 0 ? html`${attempt.files.map((file, at) => html`${at > 0 ? ', ' : ''}<code>${file}</code>`)} (+${attempt.insertions} −${attempt.deletions})` : 'nothing'}</li>
${tests ? html`<li>Tests: ${tests}</li>` : none}
${attempt.tree ? html`<li>Tree <code>${short(attempt.tree)}</code>${also(attempt.same_tree_as)}</li>` : none}
${attempt.signature ? html`<li>Failure <code>${short(attempt.signature)}</code>${also(attempt.same_failure_as)}</li>` : none}
</ul>
${failures.length > 0 ? html`<h3>Failures</h3><ul class="errors">${failures.slice(0, 20).map((failure) => html`<li><code>${cut(failure, 2000)}</code></li>`)}</ul>${failures.length > 20 ? html`<p class="dim">and ${failures.length - 20} more</p>` : none}` : none}
${suspicionPicture(attempt.suspects)}
${analyses.length > 0 ? html`<h3>Analyses</h3>${analyses.map(analysed)}` : none}
${points ? reviewed(points) : attempt.review ? html`<h3>Review</h3><p>${attempt.review}</p>` : none}
${diff && diffChars > 0 ? html`<h3>Change</h3>${diffBlock(diff, diffChars)}` : none}
</div></details>`;
}

const also = (attempts: number[]): string =>
  attempts.length > 0 ? `, the same as in attempt ${attempts.join(', ')}` : '';

const ended = ({ ended: how, summary }: ReportedAttempt): Markup =>
  html`${endPhrase(how)}${summary ? ': ' : '.'}${summary}`;

function analysed({ test, error_type, error_message, root_cause, fix_strategy, confidence }: Analysis): Markup {
  return html`<div class="callout"><p><code>${testWords(test)}</code> ${error_type}: ${cut(error_message, 600)}</p>
<p><strong>Root cause</strong> (confidence ${confidence}): ${root_cause}</p>${fix_strategy ? html`<p><strong>Fix strategy</strong>: ${fix_strategy}</p>` : none}</div>`;
}

function reviewed(review: NonNullable<ReportedAttempt['points']>): Markup {
  const { round, breakdown, blocking, feedback } = review;
  return html`<h3>Review, round ${round}: ${inShort(review)}</h3>
<p class="dim">${partsOf(breakdown)
    .map(([name, reached, of]) => `${name} ${reached}/${of}`)
    .join(' · ')}</p>
<ul>${blocking.map((point) => html`<li><strong>Blocking:</strong> ${point}</li>`)}${[...feedback, ...besides(review)].map((point) => html`<li>${point}</li>`)}</ul>`;
}

/** A diff with a colour for each kind of line, cut where it is long. */
export function diffBlock(diff: string, max: number): Markup {
  const groups: { kind: string; lines: string[] }[] = [];
  for (const line of cut(diff, max).trimEnd().split('\n')) {
    const kind = kindOf(line);
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return html`<pre tabindex="0" aria-label="the change as a diff">${groups.map(({ kind, lines }) => html`<span class="${kind}">${lines.join('\n')}</span>`)}</pre>`;
}

function kindOf(line: string): string {
  if (
    /^(?:diff --git|index |\+\+\+ |--- |new file|deleted file|similarity|rename |old mode|new mode|Binary )/.test(line)
  )
    return 'meta';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'add';
  return line.startsWith('-') ? 'del' : 'same';
}
