import { createHash } from 'node:crypto';
import { type CriterionState, inWords, stateWords } from '../../schema/judge/criterion.ts';
import type { ReportedTask, RunReport } from '../../schema/run/report.ts';
import {
  atMost,
  briefDuration,
  count,
  cutOffCalls,
  dollars,
  failingWords,
  statusWords,
  taskWords,
  zonedMoment,
} from '../words.ts';
import { marksOf, outcomeOf, sameAs, toneOf } from './attempt-marks.ts';
import { attemptDetails, diffBlock } from './attempt-page.ts';
import { costChart, failuresChart } from './charts.ts';
import { html, Markup, none } from './markup.ts';
import { style } from './style.ts';
import { branchOf, cut, finalDiff, oneLine, short, stoppedAgents, titleOf } from './text.ts';
import { timeline, timelineCaption } from './timeline.ts';

/** Of all diffs of attempts together, and of the last change. */
const [allDiffs, lastDiff] = [400_000, 60_000];

/** The report as one page that asks for nothing else: no script, no font, no picture from anywhere. */
export function page(report: RunReport): string {
  const { status, request, tasks } = report;
  const look = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${look}'; base-uri 'none'; form-action 'none'`;
  const title = `${titleOf(report)}: ${oneLine(request, 140)}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><title>${title}</title>
<style>${new Markup(style)}</style></head><body><main>
${head(report)}
<section class="next"><h2>What to do next</h2><p>${report.recommendation}</p>${report.next_command ? html`<pre tabindex="0" aria-label="the command"><span>${report.next_command}</span></pre>` : none}</section>
${result(report)}
${picture(report)}
${attemptTable(report)}
${tasks.map((task) => taskSection(task, report))}
${costs(report)}
${errors(report)}
${status !== 'completed' && report.last_diff ? html`<section><h2>Last change</h2>${diffBlock(report.last_diff, lastDiff)}<p class="dim"><code>pawl diff ${report.run}</code> prints it whole.</p></section>` : none}
<footer>Run ${report.run}, written by Pawl. This page asks for nothing from anywhere.</footer>
</main></body></html>
`.text;
}

function head(report: RunReport): Markup {
  const { status, last_commit, baseline } = report;
  const branch = branchOf(report);
  const tone = report.undone !== null || status === 'cancelled' ? 'none' : status === 'completed' ? 'pass' : 'fail';
  return html`<header class="${tone}"><span class="pill ${tone}">${titleOf(report)}</span> <span class="dim">${zonedMoment(report.started_at)}</span>
<h1>${oneLine(report.request, 240)}</h1>
<p class="dim">${statusWords(report)} (exit ${report.exit_code})${report.reason ? `: ${cut(report.reason, 600)}` : ''}</p>
${report.request.length > 240 ? html`<details><summary>The whole request</summary><div><p>${cut(report.request, 20_000)}</p></div></details>` : none}
<dl class="facts">
<div><dt>Attempts</dt><dd>${report.total_attempts}<small>of at most ${report.max_attempts}</small></dd></div>
<div><dt>Tiers</dt><dd>${report.tiers_used.join(' → ') || 'none'}</dd></div>
<div><dt>Cost</dt><dd>${dollars(report.usd)}</dd></div>
<div><dt>Time</dt><dd>${briefDuration(report.seconds)}</dd></div>
${baseline ? html`<div><dt>Tests before</dt><dd>${baseline.total}<small>${baseline.failed} failing</small></dd></div>` : none}
</dl>
${baseline && baseline.failing.length > 0 ? html`<p>Failing before any change:</p><ul>${failingWords(baseline).map((line) => html`<li>${oneLine(line, 400)}</li>`)}</ul>` : none}
<p class="branch dim">${branch ? html`Branch <code>${branch}</code>` : 'No branch'}, ${last_commit ? html`commit <code>${short(last_commit)}</code>` : 'no commit'}</p>${report.remarks.map((remark) => html`<p>${report.unread.includes(remark) ? 'Not read by any developer; start another run for it' : 'You said'}: ${cut(remark, 500)}</p>`)}</header>`;
}

/** What was committed, whole: the last attempt at each task. */
function result({ tasks, run }: RunReport): Markup {
  const changes = tasks.flatMap((task) => finalDiff(task) ?? []);
  if (changes.length === 0) return none;
  const each = Math.floor(lastDiff / changes.length);
  return html`<section id="change"><h2>The change</h2>${changes.map((diff) => diffBlock(diff, each))}<p class="dim"><code>pawl diff ${run}</code> prints it whole.</p></section>`;
}

function picture(report: RunReport): Markup {
  const marks = marksOf(report);
  if (marks.length === 0) return html`<section><h2>Attempts</h2><p>No attempt was made.</p></section>`;
  const all = report.tiers.map(({ tier }) => tier);
  const tiers = all.filter((tier) => marks.some((mark) => mark.tier === tier));
  return html`<section id="picture"><h2>The attempts in a picture</h2>
<figure><figcaption><strong>Tiers over time</strong>${timelineCaption(marks, tiers)}</figcaption>${timeline(marks, tiers, report.seconds)}</figure>
<div class="charts">
<figure><figcaption><strong>Failing tests over attempts</strong>✓ pass, ✗ fail, ! warning or changes requested, ↻ loop${report.baseline ? `; dashed: the ${report.baseline.failed} before` : ''}</figcaption>${failuresChart(marks, report.baseline?.failed ?? null)}</figure>
<figure><figcaption><strong>Cost, added up</strong>in the colours of the tiers</figcaption>${costChart(marks, tiers, report.usd_besides)}</figure>
</div></section>`;
}

/** The picture in words. */
function attemptTable({ tasks }: RunReport): Markup {
  const rows = tasks.flatMap(({ id, attempts }) =>
    attempts.map(
      (one) =>
        html`<tr><td>${tasks.length > 1 ? `${id} · ` : ''}${one.attempt}</td><td>${one.tier}</td><td>${briefDuration(one.began_seconds)}</td><td>${briefDuration(one.seconds)}</td><td>${dollars(one.usd)}</td><td><span class="pill ${toneOf(one)}">${outcomeOf(one)}</span></td><td>${one.failing ?? '–'}</td><td class="wide">${sameAs(one)}</td></tr>`,
    ),
  );
  if (rows.length === 0) return none;
  return html`<section><h2>The attempts in a table</h2><div class="scroll" tabindex="0" role="region" aria-label="attempts"><table><thead><tr><th>attempt</th><th>tier</th><th>began after</th><th>took</th><th>cost</th><th>verdict</th><th>failing tests</th><th>the same as</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

const tones: Record<CriterionState, string> = {
  proven: 'pass',
  unmet: 'fail',
  unproven: 'warning',
  unknown: 'none',
  person: 'none',
};

const boxes = { yes: ['pass', 'yes'], no: ['fail', 'no'], not_applicable: ['none', 'not needed'] } as const;

function taskSection(task: ReportedTask, { tasks, status }: RunReport): Markup {
  const all = tasks.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const each = Math.min(20_000, Math.floor(allDiffs / Math.max(1, all)));
  return html`<section><h2>Task ${task.id}: ${task.title}</h2>
<p><span class="pill ${task.status === 'completed' ? 'pass' : task.status === 'failed' ? 'fail' : 'none'}">${taskWords(task.status, status)}</span> ${task.reason}</p>
<p class="dim">${task.kind}, planned ${task.effort_hours} h${task.depends_on.length > 0 ? `, after ${task.depends_on.join(', ')}` : ''}, cost ${dollars(task.usd)}</p>
${task.criteria.length > 0 ? html`<h3>Accepted when</h3><ul>${task.criteria.map((criterion) => html`<li><span class="pill ${tones[criterion.state]}">${stateWords[criterion.state]}</span> ${cut(inWords(criterion), 500)}</li>`)}</ul>` : none}
${task.checklist.length > 0 ? html`<h3>Checklist</h3><ul>${task.checklist.map(({ item, state, evidence }) => html`<li><span class="pill ${boxes[state][0]}">${boxes[state][1]}</span> ${item}: ${cut(evidence, 300)}</li>`)}</ul>` : none}
${task.attempts.map((attempt, at) => attemptDetails(attempt, at === task.attempts.length - 1, at === task.attempts.length - 1 && finalDiff(task) ? 0 : each))}</section>`;
}

function costs({ tiers, usd_besides, usd_cut_off }: RunReport): Markup {
  if (tiers.length === 0) return none;
  const rows = tiers.map(
    ({ tier, model, attempts, passed, usd }) =>
      html`<tr><td>${tier}</td><td>${model ?? '–'}</td><td>${attempts}</td><td>${passed}</td><td>${dollars(usd)}</td></tr>`,
  );
  return html`<section><h2>What each tier cost</h2><div class="scroll" tabindex="0" role="region" aria-label="tiers"><table><thead><tr><th>tier</th><th>model</th><th>attempts</th><th>passed</th><th>cost</th></tr></thead><tbody>${rows}${usd_cut_off > 0 ? html`<tr><td>${cutOffCalls}</td><td>–</td><td>–</td><td>–</td><td>${atMost(usd_cut_off)}</td></tr>` : none}</tbody></table></div>
${usd_besides > 0 ? html`<p class="dim">${dollars(usd_besides)} of it besides the attempts: the plan, and calls that were cut off, which are counted with the most that they may have cost.</p>` : none}</section>`;
}

function errors(report: RunReport): Markup {
  const { unique_errors, recurring_failures } = report;
  const stopped_agents = stoppedAgents(report);
  if (unique_errors.length + recurring_failures.length + stopped_agents.length === 0) return none;
  return html`<section class="errors"><h2>Errors met</h2>
<ul>${unique_errors.slice(0, 100).map((error) => html`<li><code>${cut(error, 2000)}</code></li>`)}</ul>
${unique_errors.length > 100 ? html`<p class="dim">and ${count(unique_errors.length - 100, 'other')}</p>` : none}
${recurring_failures.length > 0 ? html`<h3>Tests that failed again and again</h3><ul>${recurring_failures.map(({ test, occurrences, resolution }) => html`<li><code>${test}</code>: ${occurrences} times, ${resolution}</li>`)}</ul>` : none}
${stopped_agents.length > 0 ? html`<h3>Agents that were stopped</h3><ul>${stopped_agents.map(({ agent, attempt, reason }) => html`<li>${agent}${attempt === null ? '' : `, attempt ${attempt}`}: ${reason}</li>`)}</ul>` : none}</section>`;
}
