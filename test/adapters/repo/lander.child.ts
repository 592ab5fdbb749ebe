import { gitRepo } from '../../../src/adapters/repo/repo.ts';

/** Brings a commit of a run into main and pushes it; ends itself, as by kill -9, at the point whose number it is given. */
const [dir = '', state_dir = '', sha = '', crash = '0'] = process.argv.slice(2);
let left = Number(crash);
const point = () => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const repo = gitRepo({ waste: [], state_dir, env: process.env, point });
const target = await repo.inspect(dir);
const { base = '' } = process.env;
await repo.keepRef(target, 'refs/pawl/backup/r1/main', base);
const advanced = await repo.advance('r1', target, { branch: 'main', from: base, to: sha });
const pushed = await repo.push('r1', target, { branch: 'main', sha });
process.stdout.write(JSON.stringify({ advanced, pushed: 'remote' in pushed }));
