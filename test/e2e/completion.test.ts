import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject } from 'vitest';
import { type Place, test } from './support/place.ts';

const isMissing = (shell: string) => spawnSync(shell, ['--version']).error !== undefined;

/** What a shell does when a person presses Tab after these words, one answer a line. */
const pressed: Record<string, (words: string[]) => string[]> = {
  bash: (words) => [
    '--norc',
    '-c',
    `source <(pawl completion bash); COMP_WORDS=(pawl ${words.join(' ')} ""); COMP_CWORD=${words.length + 1}; _pawl; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (words) => [
    '-f',
    '-c',
    `compdef() { :; }; source <(pawl completion zsh); _describe() { print -rl -- "\${values[@]%%:*}"; }; words=(pawl ${words.join(' ')} ""); CURRENT=${words.length + 2}; _pawl`,
  ],
  fish: (words) => [
    '--no-config',
    '-c',
    `pawl completion fish | source; complete -C "pawl ${words.join(' ')} " | string replace -r '\\t.*' ''`,
  ],
};

function complete(shell: string, words: string[], place: Place): string[] {
  const bin = join(place.dir, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'pawl'), `#!/bin/sh\nexec '${process.execPath}' '${inject('installed')}/bin/pawl.js' "$@"\n`);
  chmodSync(join(bin, 'pawl'), 0o755);
  const { stdout, stderr } = spawnSync(shell, pressed[shell]?.(words) ?? [], {
    cwd: place.dir,
    env: { ...place.env, PATH: `${bin}:${place.env.PATH}` },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n').sort();
}

describe.each(['bash', 'zsh', 'fish'])('completion in %s', (shell) => {
  test.skipIf(isMissing(shell))(`offers choices (needs ${shell})`, ({ place }) => {
    // A shell that is not installed cannot be tried.
    expect(complete(shell, ['run', '--strategy'], place)).toEqual(['branch', 'direct', 'pr']);
  });
});
