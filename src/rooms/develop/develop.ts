import { scopedWorkspace } from '../../agents/scoped.ts';
import { hidingWorkspace } from '../../agents/sight.ts';
import { clip } from '../../core/clip.ts';
import { askedFor } from '../../core/judge/targets.ts';
import { capsOf } from '../../core/money/caps.ts';
import { patienceFor } from '../../core/run/ending/patience.ts';
import { conversationKey, stoppedTier } from '../../core/run/run-state.ts';
import { tierOf } from '../../core/task/ladder.ts';
import { lastAttempt } from '../../core/task/task-state.ts';
import { byHand } from '../../languages/runs/by-hand.ts';
import { commandIn, dirsOf, needsOfShell } from '../../languages/runs/command.ts';
import { filesOf, readProject, usedIn } from '../../languages/runs/project.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import { changeFingerprint } from '../../languages/structure/fingerprint/fingerprint.ts';
import { ConfigError } from '../../ports/errors.ts';
import type { Suite } from '../../ports/outside/developer.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import { type TestRun, testRunSchema } from '../../schema/judge/test-run.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import { changedTexts } from '../changed-texts.ts';
import { hiddenIn, hiddenPlaces } from '../hidden.ts';
import { fewProofs } from '../proofs.ts';
import { type Room, taskIn, withLeave } from '../room.ts';
import { codeOf } from './code.ts';
import { type Guard, guardOf } from './guard.ts';
import { guidanceIn } from './guidance.ts';
import { recallHistory } from './history.ts';
import { recallLessons } from './lessons.ts';
import { likenessOf } from './likeness.ts';
import { mapTokens, repositoryMap } from './map.ts';
import { metFailure } from './met-failure.ts';
import { namedIn } from './named.ts';
import { promptFor } from './prompt.ts';

/** What an event has room for. */
const proofBytes = 800;

/** The TechLead: lets the tier's developer work on a tree and writes down what came of it. */
export const develop: Room<
  'develop',
  'developers' | 'models' | 'ledger' | 'repo' | 'blobs' | 'maps' | 'memory' | 'sight' | 'parsers'
> = async function* (step, context, { developers, models, ledger, repo, blobs, maps, memory, sight, parsers }) {
  const { state, policy, target, signal } = context;
  const task = taskIn(state, step.task);
  const tier = tierOf(policy, step.tier);
  if (!tier || !task.parent) throw new ConfigError(`there is no tier ${step.tier}`);

  const scope = scopeAt(target.scope);
  const clone = await repo.clone(state.run, target);
  const base = await clone.treeOf(task.parent);
  const open = task.attempts.find((attempt) => attempt.attempt === step.attempt);
  const from_tree = open?.from_tree ?? step.from_tree ?? base;
  const workspace = await clone.workspace(`task-${step.task}`, open?.tree ?? from_tree);

  const isHidden = await hiddenIn(clone, await clone.treeOf(state.base), target.scope);
  const project = await readProject(clone, base, target, policy);
  const prompt = open?.prompt_ref ? await blobs.text(open.prompt_ref) : yield* prompted();
  if (!open) {
    const prompt_ref = await blobs.put(prompt);
    yield { type: 'attempt.started', task: step.task, tier: tier.name, attempt: step.attempt, from_tree, prompt_ref };
  }

  const key = conversationKey('developer', step.task, step.attempt);
  const developer = await developers.open(tier);
  const work = yield* developer.work(
    {
      run: state.run,
      task: step.task,
      attempt: step.attempt,
      tier,
      prompt,
      workspace: hidingWorkspace(scopedWorkspace(workspace, target.scope), isHidden),
      shell: { ...commandIn(workspace, target, policy, target.top, dirsOf(project.runner)), ...needsOfShell(project) },
      ...(await guard()),
      history: clone.history({ commit: task.parent, workspace, scope: target.scope, isHidden }),
      hints: newHints(prompt),
      resume: state.conversations[key] ?? null,
      outcome: state.outcomes[key] ?? null,
      max_steps: policy.limits.developer_steps,
      criteria: task.task.acceptance.length,
      time_ms: policy.limits.task_minutes * 60_000 - task.active_ms,
      hidden,
      ...(task.task.kind === 'fix' && { suite: await suite() }),
      caps: capsOf(state, policy),
      stopped: () => stoppedTier((context.latest?.() ?? state).stopped, tier.name),
      patience: (model) => patienceFor(context.latest?.() ?? state, policy, model),
    },
    signal,
  );

  const tree = await workspace.snapshot();
  const { changes, patch } = await clone.diff(base, tree);
  const sum = (of: 'insertions' | 'deletions') => changes.reduce((total, change) => total + change[of], 0);
  const change = { task, attempt: step.attempt, tier: tier.name, patch };
  const likeness = yield* likenessOf(change, state, policy, { models, ledger, blobs }, signal);
  yield {
    type: 'attempt.finished',
    task: step.task,
    tier: tier.name,
    attempt: step.attempt,
    tree,
    files: changes.slice(0, 40).map((change) => clip(change.path, 120)),
    insertions: sum('insertions'),
    deletions: sum('deletions'),
    ended: work.ended,
    summary: clip(work.summary, 1200),
    fingerprint: await changeFingerprint(patch, await changedTexts(clone, tree, changes), parsers),
    diff_ref: await blobs.put(patch),
    ...likeness,
    ...(work.proofs && { proofs: fewProofs(work.proofs, proofBytes) }),
    ...(work.suspects && { suspects: work.suspects.slice(0, 8) }),
  };

  /** In the whole work folder, of which the target may be a part. */
  async function hidden() {
    const above = await hiddenIn(clone, await clone.treeOf(state.base), '');
    const isHiddenInScope = (path: RepoPath) => {
      const name = scope.nameOf(path);
      return name !== null && isHidden(name);
    };
    return hiddenPlaces(await clone.list(from_tree), (path) => above(path) || isHiddenInScope(path));
  }

  /** What the words of the attempt do not tell yet, and has not been told since. */
  function newHints(promptText: string): () => string[] {
    const delivered = new Set<string>();
    return () => {
      const hints = taskIn(context.latest?.() ?? state, step.task).hints.map((hint) => clip(hint, 2000));
      const fresh = hints.filter((hint) => !promptText.includes(hint) && !delivered.has(hint));
      for (const hint of fresh) delivered.add(hint);
      return fresh;
    };
  }

  async function suite(): Promise<Suite> {
    const { title, acceptance } = task.task;
    const alone = state.tasks.length === 1;
    const request = alone ? await blobs.text(state.request_ref) : [title, ...acceptance].join('\n');
    return { tests: policy.tests, request, last: async () => (from_tree === base ? baselineRun() : null) };
  }

  async function baselineRun(): Promise<TestRun> {
    const measured = task.baseline ?? state.baseline;
    if (measured === null) throw new Error('a task is developed before its base was measured');
    return testRunSchema.parse(JSON.parse(await blobs.text(measured.run_ref)));
  }

  /** The words of the attempt, with what earlier runs know of such a task. */
  async function* prompted(): AsyncGenerator<PawlEvent, string> {
    const at = { run: state.run, task, attempt: step.attempt };
    const gathered = await gather();
    const pointed = [...gathered.named.files, ...gathered.code.files].map(scope.fromTop);
    const failure = await metFailure(task, baselineRun, pointed);
    const lessons = yield* recallLessons(at, failure, memory);
    const history = yield* recallHistory(at, failure, memory);
    return compose(gathered, lessons, history);
  }

  async function gather() {
    const last = lastAttempt(task)?.judged;
    const baseline = await baselineRun();
    const run = last?.run_ref ? testRunSchema.parse(JSON.parse(await blobs.text(last.run_ref))) : baseline;
    const all = filesOf(await clone.list(from_tree), target.scope, async () => null).paths;
    const files = all.filter((path) => !isHidden(path));
    const request = await blobs.text(state.request_ref);
    const judged = { clone, tree: last?.judged_tree ?? base, scope: target.scope, isHidden, sight };
    const code = await codeOf(run, judged, last?.verdict);
    const guidance = await guidanceIn({ ...judged, tree: base });
    const words = [task.task.title, request.slice(0, 4000), ...task.task.acceptance].join(' ');
    const isTest = (path: ScopePath) => project.isTest(scope.fromTop(path));
    const named = await namedIn(words, files, isTest, { ...judged, tree: from_tree });
    return { baseline, files, request, code, guidance, words, isTest, named };
  }

  async function compose(gathered: Awaited<ReturnType<typeof gather>>, lessons: string, history: string) {
    const { baseline, files, request, code, guidance, words, isTest, named } = gathered;
    const patches = new Map<number, string>();
    for (const { attempt, finished } of task.attempts) {
      if (finished) patches.set(attempt, await blobs.text(finished.diff_ref));
    }
    const map = await repositoryMap(
      { clone, maps, parsers, tree: from_tree, target, isHidden },
      {
        ...{ words, files: [...named.files, ...code.files], isTest },
        wholeFiles: named.files,
      },
      // The more there is to tell otherwise, the shorter.
      mapTokens - Math.ceil((guidance.length + lessons.length + history.length + code.excerpt.length) / 8),
    );
    const from_base = from_tree === base;
    const theirs_ref = lastAttempt(task)?.conflict?.theirs_ref;
    const theirs = theirs_ref ? await blobs.text(theirs_ref) : undefined;
    return promptFor({
      ...{ request, task, tier: step.tier, files, baseline, patches, from_base },
      isAsked: askedFor(`${state.request}\n${task.task.title}`, policy.targets),
      repairers: policy.tiers.filter(({ developer }) => developer === 'repair').map(({ name }) => name),
      ...{ map, code: code.excerpt, named: named.excerpt, guidance, lessons, history, theirs },
      ...(project.runner && { tests: byHand(project.runner, policy.tests) }),
    });
  }

  async function guard(): Promise<Guard> {
    const used = await usedIn(clone, base, target, policy);
    const { unlock } = withLeave(policy, task);
    return guardOf({ clone, base, workspace, scope, isTest: project.isTest, used, unlock });
  }
};
