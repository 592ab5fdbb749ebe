import { describe, expect, test } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { gitCommandsIn } from '../../../src/agents/actions/git-command.ts';
import { runAction } from '../../../src/agents/actions/shell.ts';
import { places } from '../../../src/languages/registry.ts';
import { commandIn } from '../../../src/languages/runs/command.ts';
import { opened, repository } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';

describe('a shell line', () => {
  test.each([
    ['git diff', [{ words: ['diff'] }]],
    ['git log --format=\'%h %s\' -- "a b.js"', [{ words: ['log', '--format=%h %s', '--', 'a b.js'] }]],
    ['git log --oneline 2>&1 | head -5', [{ words: ['log', '--oneline'], first: 5 }]],
    ['git show HEAD:a.js | tail -n 3 | cat', [{ words: ['show', 'HEAD:a.js'], last: 3 }]],
    ['cd /repo && git status; git diff', [{ words: ['status'] }, { words: ['diff'] }]],
    ['npm test', null],
    ['git diff && npm test', null],
    ['git diff | grep x', null],
    ['git diff > patch', null],
    ['git show $(git rev-parse HEAD)', null],
    ['git log `id`', null],
    ['cd elsewhere && git diff', null],
    ['GIT_DIR=x git diff', null],
    ['git diff &', null],
    ["echo 'git diff'", null],
    ["git log '", null],
    ['git', [{ words: [] }]],
    ['', null],
  ])('%s', (line, commands) => {
    expect(gitCommandsIn(line, '/repo')).toEqual(commands);
  });
});

test('git that stands beside other commands is not answered, and told how to be', async () => {
  const { workspace, clone, target } = await opened(repository({ 'a.js': 'token = "x"\n' }));
  const sandbox = none({ equipment: places(), env: process.env });
  const history = clone.history({ commit: target.head, workspace, scope: '', isHidden: () => false });
  const shown = (text: string) => text.replace('"x"', '[redacted]');
  const shell = commandIn(workspace, target, policyWith());
  const action = runAction(sandbox, shell, 60_000, { ask: (words) => history.ask(words), redact: shown });
  const run = (command: string) => action.run({ thought: 't', command }, new AbortController().signal);
  const lost = await run('cd / && git log; true');
  expect(lost.observation).toMatch(
    /not a git repository[\s\S]*Call run with git diff, log, .* alone: that is answered\.\)$/,
  );
  const usage = (await run('cd / && git diff')).observation;
  expect(usage).toMatch(/Not a git repository[^\n]*\n\(There is no \.git[^\n]*$/);
  expect(await run('git show HEAD:a.js')).toEqual({ observation: 'token = [redacted]' });
  expect(await run('git stash')).toMatchObject({ failed: 'undone' });
  await run('rm a.js');
  expect(await run('git restore a.js')).toEqual({ observation: 'Restored a.js.', changed: true });
});
