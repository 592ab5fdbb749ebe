import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const judgeScript = fileURLToPath(new URL('quix-bugs-judge.py', import.meta.url));

/** The Python programs, each with its own tests in a repository of its own. The reference program judges, on random inputs. */
export function quixBugs(root) {
  const names = readdirSync(join(root, 'python_testcases')).flatMap((file) => /^test_(\w+)\.py$/.exec(file)?.[1] ?? []);
  return names.map((name) => {
    const paths = [
      'conftest.py',
      `python_programs/${name}.py`,
      'python_programs/node.py',
      'python_testcases/load_testdata.py',
      'python_testcases/node.py',
      `python_testcases/test_${name}.py`,
      `json_testcases/${name}.json`,
    ].filter((path) => existsSync(join(root, path)));
    return {
      name,
      files: Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
      judge: (dir) =>
        spawnSync('python3', ['-B', judgeScript, root, dir, name], {
          timeout: 120_000,
          stdio: ['ignore', 'ignore', 'inherit'],
        }).status === 0,
    };
  });
}
