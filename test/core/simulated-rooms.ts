import { runFinished } from '../../src/core/run/ending/run-finished.ts';
import type { RunState } from '../../src/core/run/run-state.ts';
import type { Step, StepOf } from '../../src/core/run/step.ts';
import { submittedRound } from '../../src/core/task/messages.ts';
import type { TaskState } from '../../src/core/task/task-state.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';
import type { Policy } from '../../src/schema/settings/policy.ts';
import { chance, type Script } from './simulator.ts';
import { judgement } from './verdict.ts';

const ref = 'a'.repeat(64);

/** The events that a room could journal for a step, as far as the journal does not hold them already. */
export function room(
  step: Exclude<Step, { kind: 'record' }>,
  state: RunState,
  policy: Policy,
  script: Script,
): PawlEvent[] {
  switch (step.kind) {
    case 'intake':
      return [
        {
          type: 'baseline.measured',
          tree: 'tree-base',
          runner: 'node:test',
          total: 5,
          passed: 2,
          failed: 3,
          duration_ms: 5,
          run_ref: ref,
        },
      ];
    case 'consult':
      return [...spent(script, step.kind, step.round), consulted(step, script)];
    case 'plan':
      return [...spent(script, step.kind, null), asks(state, script) ?? planOf(script)];
    case 'improve':
      return [...spent(script, step.kind, null), improvementOf(state, script)];
    case 'develop':
      return develop(step, state, script);
    case 'verify':
      return verify(step, state, script);
    case 'test':
      return [...spent(script, 'test', step.attempt), tests(step, state, script)];
    case 'review':
      return [review(step, state, policy, script)];
    case 'merge':
      return [merge(step, state, script)];
    case 'deliver':
      return [hooked(step, state, script) ?? deliver(step, state)];
    case 'learn':
      return [];
    case 'accept':
      return [accepted(state, script)];
    case 'pr': {
      const named = { ref: '#1', url: 'https://forge.example/pull/1' };
      if (step.stage === 'outcome') return [{ type: 'pr.pending', task: step.task, ...named, reason: 'nobody asked' }];
      const { task, attempt, stage } = step;
      const opened = state.tasks.find((one) => one.task.id === task)?.pull;
      return [
        ...(opened ? [] : [{ type: 'pr.opened' as const, task, ...named, number: 1, branch: 'b', base: 'main' }]),
        { type: 'pr.updated', task, ...named, stage, attempt, sha: 's', draft: stage !== 'approved', score: null },
      ];
    }
    case 'answer':
      return [{ type: 'issue.answered', ref: '#1', url: 'https://forge.example/issues/1#2' }];
    case 'land':
      return [landed(state, policy)];
    case 'report':
      return [
        runFinished(state, {
          status: step.status,
          reason: step.reason,
          report: '/s/pawl/repositories/t-1/reports/r1/report.md',
        }),
      ];
  }
}

/** The work goes where it is wanted, one thing at a time. */
function landed({ tip, landing, branch, commits }: RunState, policy: Policy): PawlEvent {
  if (policy.squash && commits.length > 1 && !landing.squashed) {
    const about = { branch: branch ?? '', from: tip, to: `${tip}-squashed`, commits: [`${tip}-squashed`] };
    return { type: 'commits.replaced', ...about, why: 'squash' };
  }
  if (policy.merge && landing.merged?.to !== tip)
    return { type: 'branch.merged', branch: 'main', from: landing.onto, to: tip, files: 1 };
  return { type: 'branch.pushed', branch: 'main', sha: tip, remote: 'origin', url: 'x' };
}

function consulted({ agent, round }: StepOf<'consult'>, script: Script): PawlEvent {
  const luck = chance(script, 'consult', round);
  const state =
    luck < 0.3 ? 'done' : luck < 0.4 ? 'done_partial' : luck < 0.5 ? 'delegate' : luck < 0.6 ? 'blocked' : 'escalate';
  const cause = luck < 0.9 ? 'action' : 'step_limit';
  const about = { agent, task: null, attempt: round, state, cause, reason: `luck ${round}` } as const;
  return { type: 'agent.finished', ...about, output: null, output_ref: ref, verification: [] };
}

/** Now and then the planner needs a person first. */
function asks({ answers }: RunState, script: Script): PawlEvent | null {
  const attempt = answers.length + 1;
  if (chance(script, 'question', attempt) >= script.odds.question) return null;
  const end = { state: 'escalate', cause: 'action', reason: 'which?', output: null, output_ref: ref } as const;
  return { type: 'agent.finished', agent: 'planner', task: null, attempt, ...end, verification: [] };
}

function planOf({ tasks }: Script): PawlEvent {
  const planned = Array.from({ length: tasks }, (_, index) => ({
    id: `t${index + 1}`,
    title: `task ${index + 1}`,
    kind: 'feature' as const,
    acceptance: [],
    depends_on: index % 2 === 1 ? [`t${index}`] : [],
    effort_hours: 1,
  }));
  return { type: 'plan.proposed', tasks: planned, forecast_usd: null, improvement: false };
}

function improvementOf(state: RunState, script: Script): PawlEvent {
  const id = `i${state.improvements + 1}`;
  const task = { id, title: 'better', kind: 'refactor' as const, acceptance: [], depends_on: [], effort_hours: 1 };
  const found = chance(script, 'improve', id) < 0.6;
  return { type: 'plan.proposed', tasks: found ? [task] : [], forecast_usd: null, improvement: true };
}

function develop(step: StepOf<'develop'>, state: RunState, script: Script): PawlEvent[] {
  const { task, attempt, tier } = step;
  const known = taskOf(state, task).attempts.find((candidate) => candidate.attempt === attempt);
  const from_tree = known?.from_tree ?? step.from_tree ?? 'tree-base';
  const fate = chance(script, 'ended', task, attempt);
  const { hand_over, unavailable, repeat, idle } = script.odds;
  const ended =
    fate < hand_over ? ('hand_over' as const) : fate < hand_over + unavailable ? ('unavailable' as const) : 'finished';
  const unchanged = chance(script, 'idle', task, attempt) < idle;
  const again = chance(script, 'repeat', task, attempt) < repeat;
  const tree = unchanged
    ? 'tree-base'
    : `tree-${again ? Math.floor(chance(script, task, attempt) * 4) : `x${attempt}`}`;
  const start: PawlEvent = { type: 'attempt.started', task, tier, attempt, from_tree, prompt_ref: ref };
  return [
    ...(known ? [] : [start]),
    ...spent(script, task, attempt),
    ...tierStopped(script, task, attempt, tier),
    ...(ended === 'unavailable' && chance(script, 'down', task) < 0.7 ? [outage(task, tier)] : []),
    {
      type: 'attempt.finished',
      task,
      tier,
      attempt,
      tree,
      files: unchanged ? [] : ['a.js'],
      insertions: 1,
      deletions: 0,
      ended,
      summary: 'what it says',
      fingerprint: `print-${Math.floor(chance(script, 'print', task, attempt) * 6)}`,
      diff_ref: ref,
    },
  ];
}

const outage = (task: string, tier: string): PawlEvent => ({
  ...{ type: 'model.failed', task, tier, role: 'developer', model: `local/${tier}`, fault: 'unreachable' },
  ...{ message: 'nobody is there', usd: 0, retry_in_ms: null },
});

/** Tests that were added to a pass and do not pass are left out again. */
function verify(step: StepOf<'verify'>, state: RunState, script: Script): PawlEvent[] {
  const before = attemptOf(taskOf(state, step.task), step.attempt).before_tests?.judged;
  const found = judge(step, state, script);
  const passes = found.some((event) => event.type === 'verdict.reached' && event.verdict.status === 'pass');
  return before && !passes ? [before] : found;
}

function judge({ task, attempt }: StepOf<'verify'>, state: RunState, script: Script): PawlEvent[] {
  const { finished, integrity } = attemptOf(taskOf(state, task), attempt);
  const tree = finished?.tree ?? '';
  const about = { task, attempt, judged_tree: `judged-${tree}` };
  if (tree === 'tree-base') return [judgement({ stopped_at: 'rule' }, { ...about, judged_tree: tree })];
  if (chance(script, 'tamper', task, tree) < script.odds.tamper) {
    const files = ['test/a.test.js'];
    const violated: PawlEvent = { type: 'integrity.violated', task, attempt, files, rule: 'existing test' };
    const undone = { ...about, judged_tree: state.baseline?.tree ?? 'tree-base' };
    const verdict = judgement({ stopped_at: 'integrity', integrity: [{ file: 'x', rule: 'y' }] }, undone);
    return integrity.length > 0 ? [verdict] : [violated, verdict];
  }
  if (chance(script, 'dependency', task, attempt) < script.odds.dependency)
    return [
      judgement(
        { stopped_at: 'dependencies', integrity: [{ file: 'package.json', rule: 'needs_dependency: x' }] },
        about,
      ),
    ];
  if (chance(script, 'crash', task, tree) < script.odds.crash)
    return [judgement({}, { ...about, crashed: true, signature: 'crash' })];
  if (chance(script, 'pass', task, tree) < script.odds.pass) {
    const thin = chance(script, 'thin', task, tree) < script.odds.thin && !tree.startsWith('tested-');
    const warnings = thin ? ['unproven: nothing shows it'] : [];
    return [judgement({ status: 'pass', warnings, tests: { total: 5, passed: 5, fixed: thin ? 0 : 3 } }, about)];
  }
  const failed = 1 + Math.floor(chance(script, 'failed', task, tree) * 4);
  const broken = chance(script, 'broken', task, tree) < 0.3 ? 1 : 0;
  const signature = `sig-${Math.floor(chance(script, 'sig', task, tree) * 3)}`;
  return [judgement({ tests: { total: 5, passed: 5 - failed, failed, broken } }, { ...about, signature })];
}

function tests({ task, attempt }: StepOf<'test'>, state: RunState, script: Script): PawlEvent {
  const tree = attemptOf(taskOf(state, task), attempt).judged?.judged_tree ?? '';
  const some = chance(script, 'tests', task, attempt) < 0.7;
  const files = some ? ['new.test.js'] : [];
  return { type: 'tests.written', task, attempt, tree: some ? `tested-${tree}` : tree, files, diff_ref: ref };
}

function review(step: StepOf<'review'>, state: RunState, policy: Policy, script: Script): PawlEvent {
  const { task, attempt } = step;
  const round = submittedRound(taskOf(state, task));
  const { unreviewed } = taskOf(state, task).attempts.find((candidate) => candidate.attempt === attempt) ?? {};
  if (chance(script, 'unseen', task, attempt, unreviewed ?? 0) < script.odds.unseen)
    return { type: 'review.missing', task, attempt, missing: [{ part: 'audit', cause: 'fault', reason: 'is away' }] };
  const approved = chance(script, 'approve', task, attempt) < script.odds.approve;
  const refused = round >= policy.limits.review_rounds ? ('reject' as const) : ('request_changes' as const);
  return {
    type: 'review.scored',
    task,
    attempt,
    score: approved ? 90 : 50,
    breakdown: { code_quality: 30, test_coverage: 10, security: 10, documentation: 0, acceptance: 0 },
    blocking: [],
    feedback: approved ? [] : ['tests: add some'],
    decision: approved ? 'approve' : refused,
    round,
  };
}

function merge({ task, attempt }: StepOf<'merge'>, state: RunState, script: Script): PawlEvent {
  const tree = attemptOf(taskOf(state, task), attempt).judged?.judged_tree ?? '';
  const conflicts = chance(script, 'conflict', task, attempt, state.tip) < script.odds.conflict;
  const about = {
    type: 'change.merged',
    task,
    attempt,
    parent: taskOf(state, task).parent ?? '',
    onto: state.tip,
  } as const;
  if (conflicts) return { ...about, tree: null, conflicts: ['a.js'], theirs_ref: ref };
  return { ...about, tree: `${tree}+${state.tip}`, conflicts: [], theirs_ref: null };
}

function hooked({ task, attempt, partial }: StepOf<'deliver'>, state: RunState, script: Script): PawlEvent | null {
  const one = attemptOf(taskOf(state, task), attempt);
  const tree = one.judged?.judged_tree ?? '';
  if (partial || chance(script, 'hook', task, attempt, tree) >= script.odds.hook) return null;
  const outcomes = ['failed', 'failed', 'changed', 'timeout'] as const;
  const outcome = outcomes[Math.floor(chance(script, 'hooked', task, attempt, tree) * 4)] ?? 'failed';
  const about = { type: 'hooks.ran', task, attempt, tree, hook: 'pre-commit', exit_code: 1, output: 'no' } as const;
  if (outcome === 'changed' && one.hook_changes < 2)
    return {
      ...about,
      outcome,
      message_ref: null,
      changed: { tree: `${tree}~`, files: ['a.js'], insertions: 2, deletions: 1, diff_ref: ref },
    };
  return { ...about, outcome: outcome === 'changed' ? 'restless' : outcome, message_ref: null, changed: null };
}

function deliver({ task, attempt, partial }: StepOf<'deliver'>, state: RunState): PawlEvent {
  const { parent, attempts } = taskOf(state, task);
  const tree = attempts.find((candidate) => candidate.attempt === attempt)?.judged?.judged_tree ?? '';
  const branch = partial ? 'pawl/do-it-wip' : 'pawl/do-it';
  return { type: 'commit.created', task, branch, sha: `commit-${task}`, tree, parent: parent ?? '', partial };
}

function accepted(state: RunState, script: Script): PawlEvent {
  const failures = chance(script, 'together') < script.odds.clash ? ['a.test.js > it adds'] : [];
  return { type: 'criteria.checked', tree: state.tip, judged: failures.length === 0, failures, criteria: [] };
}

/** Calls to a model, and now and then the end of the money. */
function spent(script: Script, task: string | null, attempt: number | null): PawlEvent[] {
  if (chance(script, 'exhaust', task, attempt) >= script.odds.exhaust) return [];
  return [{ type: 'budget.exhausted', cap: 'run', limit_usd: 5, spent_usd: 4.99, needed_usd: 0.02 }];
}

function tierStopped(script: Script, task: string, attempt: number, tier: string): PawlEvent[] {
  if (chance(script, 'stop', task, attempt) >= script.odds.stop) return [];
  return [{ type: 'tier.stopped', tier, model: 'm', task, reason: 'too much', usd: 1, reserved_usd: 0.1 }];
}

function taskOf(state: RunState, id: string): TaskState {
  const task = state.tasks.find((candidate) => candidate.task.id === id);
  if (!task) throw new Error(`a step for ${id}, which is not in the plan`);
  return task;
}

function attemptOf(task: TaskState, attempt: number) {
  const found = task.attempts.find((candidate) => candidate.attempt === attempt);
  if (!found) throw new Error(`a step for attempt ${attempt}, which was not started`);
  return found;
}
