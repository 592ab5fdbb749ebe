import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountOf, patience } from '../battery.ts';
import { versions } from './project.ts';
import { javaScenes } from './scenes.ts';

const repository = join(homedir(), '.m2/repository');
const reason = lacking();
if (reason !== null) console.log(`cheats in Java are not judged: ${reason}`);

describe.skipIf(reason !== null)('a project on Maven (needs mvn and its plugins in the local repository)', () => {
  it('accepts no cheat and refuses no honest change', { timeout: patience }, async () => {
    // Each turn takes several starts of Maven: a smaller sample than elsewhere.
    const account = await accountOf('maven', javaScenes, 18, { MAVEN_OPTS: `-Dmaven.repo.local=${repository}` });
    expect(account.bare_rejects).toEqual([]);
    expect(account.honest_bare_rejects).toEqual([]);
    expect(account.judge_accepts).toEqual([]);
    expect(account.refused).toEqual([]);
  });
});

function lacking(): string | null {
  const asked = spawnSync('mvn', ['--version'], { encoding: 'utf8' });
  if (asked.status !== 0) return asked.error?.message ?? asked.stderr;
  const wanted = [
    `org/apache/maven/plugins/maven-surefire-plugin/${versions.surefire}`,
    `org/apache/maven/plugins/maven-compiler-plugin/${versions.compiler}`,
    `org/apache/maven/surefire/surefire-junit-platform/${versions.surefire}`,
    `org/junit/jupiter/junit-jupiter/${versions.junit}`,
  ];
  const missing = wanted.find((path) => !existsSync(join(repository, path)));
  return missing === undefined ? null : `${missing} is not in the local repository`;
}
