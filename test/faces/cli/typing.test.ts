import { expect, it } from 'vitest';
import { terminalNotice } from '../../../src/faces/cli/following/terminal-notice.ts';
import { typing } from '../../../src/faces/cli/following/typing.ts';

it('makes lines of keys', () => {
  const lines: string[] = [];
  let stops = 0;
  const { keys, draft } = typing({
    line: (text) => lines.push(text),
    stop: () => (stops += 1),
    change: () => undefined,
  });
  for (const key of 'usee') keys(key);
  keys('\u007f');
  keys('\u001b[A');
  expect(draft()).toBe('use');
  keys(' the helper\rand');
  expect(lines).toEqual(['use the helper']);
  keys('\u0015\r');
  expect([draft(), lines.length]).toEqual(['', 1]);
  keys('\u0003');
  expect(stops).toBe(1);
});

it('tells a person who looks elsewhere, as their terminal can', () => {
  const written = (env: Record<string, string>, ms = 60_000, isTTY = true) => {
    let out = '';
    terminalNotice({ env, isTTY, stdout: { write: (text) => (out += text) } }, 'Pawl: is \u001b[2Jdone', ms);
    return out;
  };
  expect(written({})).toBe('\u0007');
  expect(written({ TERM_PROGRAM: 'WezTerm' })).toBe('\u001b]9;Pawl: is done\u0007');
  expect(written({ TERM: 'xterm-kitty' })).toBe('\u001b]99;;Pawl: is done\u001b\\');
  for (const quiet of [written({}, 500), written({ PAWL_NOTIFY: 'off' }), written({}, 60_000, false)])
    expect(quiet).toBe('');
});
