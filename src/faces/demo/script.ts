import type { Script, ServedRequest } from './model-server.ts';
import { newTest, right, wrong } from './repository.ts';
import { outputOf, roleAnswer } from './role-answer.ts';
import type { Saying } from './saying.ts';

type Turn = { name: string; input: Record<string, unknown> };

const cheap: Turn[] = [
  { name: 'read', input: { thought: 'I look at the code first.', path: 'src/duration.js' } },
  {
    name: 'write',
    input: { thought: 'A pattern for number and unit should do.', path: 'src/duration.js', content: wrong },
  },
  { name: 'finish', input: { thought: 'That should be it.', summary: 'Parse with a pattern and refuse the rest.' } },
];

const smart: Turn[] = [
  {
    name: 'read',
    input: {
      thought: 'The earlier attempts matched one unit only; I look at the tests.',
      path: 'test/duration.test.js',
    },
  },
  {
    name: 'write',
    input: { thought: 'Check the whole text, then add up every part.', path: 'src/duration.js', content: right },
  },
  {
    name: 'write',
    input: {
      thought: 'A new file proves what the old tests do not.',
      path: 'test/duration-edges.test.js',
      content: newTest,
    },
  },
  { name: 'run', input: { thought: 'The tests must pass before I finish.', command: 'node --test' } },
  { name: 'finish', input: { thought: 'All tests pass.', summary: 'Validate the whole text, then sum every unit.' } },
];

const analysis: Turn = {
  name: 'finish',
  input: {
    thought: 'The first number and unit are read, and the rest of the text is dropped.',
    root_cause: 'src/duration.js:5 matches the first number and unit only, so "1h30m" is read as "1h"',
    fix_strategy: 'check the whole text, then add up every number with its unit',
    confidence: 0.8,
  },
};

/**
 * What the models of the demo say. Each answer follows from the conversation alone, so that an interrupted demo can go
 * on. The strong one refuses to work without the dossier: that it solves the task shows that it was given one.
 */
export const script: Script = (request) => {
  if (outputOf(request).includes('root_cause')) return say(analysis, 100, request);
  const advice = roleAnswer(request);
  if (advice) return { ...advice, delay_ms: 100 };
  const turn = request.messages.filter((message) => message.role === 'assistant').length;
  if (request.model === 'cheap') return say(cheap[turn] ?? giveUp, 200, request);
  const briefed = JSON.stringify(request.messages).includes('What was tried');
  return say((briefed ? smart[turn] : undefined) ?? giveUp, 250, request);
};

const giveUp: Turn = {
  name: 'hand_over',
  input: { thought: 'There is nothing in my script for this.', reason: 'the demo has no line for this' },
};

const say = (turn: Turn, delay_ms: number, { bytes }: ServedRequest): Saying => ({
  calls: [turn],
  usage: { input: Math.ceil(bytes / 4), output: Math.ceil(JSON.stringify(turn.input).length / 4) },
  delay_ms,
});
