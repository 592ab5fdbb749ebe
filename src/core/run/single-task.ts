import type { Task, TaskKind } from '../../schema/run/task.ts';
import { clip } from '../clip.ts';
import type { RunState } from './run-state.ts';

/** The request as a single task. Its developer also gets the complete request. */
export function singleTask({ request, policy }: Pick<RunState, 'request' | 'policy'>): Task {
  const lines = request.split('\n').map((line) => line.replace(/^\s*#+\s*/, '').trim());
  const first = lines.find((line) => line !== '') ?? 'do what was asked';
  const targets = policy?.targets ?? [];
  return {
    id: 't1',
    title: clip(first, 300),
    kind: targets === 'all' || targets.length > 0 ? 'fix' : kindOf(first),
    acceptance: [],
    depends_on: [],
    effort_hours: 1,
  };
}

/** What kind of work a sentence asks for. What the tests say now has no part in it. */
export function kindOf(sentence: string): TaskKind {
  return kinds.find(([, words]) => words.test(sentence))?.[0] ?? 'feature';
}

const kinds: [TaskKind, RegExp][] = [
  ['refactor', /\b(?:refactor\w*|renam(?:e|es|ing)|clean(?:s|ing)? up|simplif(?:y|ies|ying)|tidy)\b/i],
  ['docs', /^document\b|\b(?:docs?|documentation|readme|changelog)\b/i],
  [
    'fix',
    /\b(?:fix(?:es|ed|ing)?|bugs?|repairs?|mend|regression|crash(?:es|ed|ing)?|broken|fail(?:s|ed|ing)|wrong(?:ly)?|incorrect(?:ly)?)\b/i,
  ],
  ['endpoint', /\bendpoints?\b|\b(?:GET|POST|PUT|PATCH|DELETE)\s+\//],
  ['feature', /^(?:please\s+)?(?:add|create|implement|introduce|support|build|write)\b|\bnew\b|\bpossible\b/i],
  // How something that there is has to behave.
  ['fix', /\b(?:must|should)\b|^make\s+(?!an?\s)[\w$.()]+\s+\w/i],
];
