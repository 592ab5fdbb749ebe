import { ofKind, sentenceOf } from '../../core/judge/findings.ts';
import { readProject } from '../../languages/runs/project.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import { advise } from '../advise.ts';
import { type Room, taskIn } from '../room.ts';
import { shownChange } from '../shown-change.ts';
import { askedOf } from '../task-brief.ts';
import type { Thinkers } from '../think.ts';

const mostFiles = 5;

function whyAsked(verdict: Verdict): string {
  const isUnproven = ofKind(verdict, 'unproven').length > 0;
  return isUnproven
    ? 'No test fails without this change and passes with it.'
    : 'Lines of the change are executed by no test.';
}

/**
 * The test engineer: adds tests to a change that passed and shows too little. Only new test files are taken from it;
 * the attempt is judged again with them.
 */
export const test: Room<'test', keyof Thinkers> = async function* (step, context, world) {
  const { state, policy, target } = context;
  const task = taskIn(state, step.task);
  const judged = task.attempts.find((candidate) => candidate.attempt === step.attempt)?.judged;
  if (!judged || !task.parent) throw new Error('nothing to write tests for');

  const clone = await world.repo.clone(state.run, target);
  const base = await clone.treeOf(task.parent);
  const { patch } = await clone.diff(base, judged.judged_tree);
  const newTests = yield* added();
  const tree =
    newTests.files.length > 0 ? await clone.overlay(judged.judged_tree, newTests.tree, newTests.files) : null;
  const whole = tree === null ? patch : (await clone.diff(base, tree)).patch;
  yield {
    type: 'tests.written',
    task: step.task,
    attempt: step.attempt,
    tree: tree ?? judged.judged_tree,
    files: newTests.files,
    diff_ref: await world.blobs.put(whole),
  };

  async function* added() {
    const none = { tree: '', files: [] as string[] };
    const diff = shownChange(patch, target.scope, world.sight);
    if (!judged || diff === null) return none;
    const uncovered = ofKind(judged.verdict, 'coverage').map(sentenceOf);
    const input = { task: await askedOf(task, state, world.blobs), diff, why: whyAsked(judged.verdict), uncovered };
    const question = { input, commit: judged.judged_tree, task: task.task.id, round: step.attempt };
    const thought = yield* advise('test_engineer', question, context, world);
    if (!thought?.tree || (thought.state !== 'done' && thought.state !== 'done_partial')) return none;
    const { changes } = await clone.diff(judged.judged_tree, thought.tree);
    const fresh = changes.filter(({ status }) => status === 'added').map(({ path }) => path);
    const { isTest } = await readProject(clone, base, target, policy, { tree: thought.tree, paths: fresh });
    return { tree: thought.tree, files: fresh.filter(isTest).slice(0, mostFiles) };
  }
};
