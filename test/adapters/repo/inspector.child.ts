import { gitRepo } from '../../../src/adapters/repo/repo.ts';

/** Asks git about the repository that is our argument. */
const [dir = ''] = process.argv.slice(2);
await gitRepo({ waste: [], state_dir: '/nonexistent', env: process.env, point: () => undefined }).inspect(dir);
