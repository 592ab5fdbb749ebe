import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { none } from '../../src/adapters/sandboxes/none.ts';
import { places } from '../../src/languages/registry.ts';

/** Has inherited descriptor 40, and lets a command read it: bare, then in the sandbox. Prints what each got. */
const [work_dir = ''] = process.argv.slice(2);
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const nothing = { read_only: [], layered: [], env: {}, provide: {}, collect: [], cwd: '', mount_at: work_dir };
const limits = { timeout_ms: 20_000, output_limit: 1000, file_limit: 0 };
const command = { ...nothing, ...limits, argv: ['sh', '-c', 'cat /proc/self/fd/40'], work_dir };
const signal = new AbortController().signal;
const bare = await none({ equipment: places(), env }).run(command, signal);
const inside = await bubblewrap({ equipment: places(), memory_mb: 128, pids: 64, network: 'none', env }).run(
  command,
  signal,
);
console.log(JSON.stringify([bare.stdout, inside.stdout]));
