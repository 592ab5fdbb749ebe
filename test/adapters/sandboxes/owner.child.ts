import { bubblewrap } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../../src/languages/registry.ts';

/** Runs one command in the sandbox; its place and its script are our arguments. */
const [work_dir = '', script = ''] = process.argv.slice(2);
const sandbox = bubblewrap({ equipment: places(), memory_mb: 256, pids: 64, network: 'none', env: process.env });
const nothing = { read_only: [], layered: [], env: {}, provide: {}, collect: [] };
const command = { ...nothing, argv: ['sh', '-c', script], work_dir, mount_at: '/project', cwd: '' };
await sandbox.run({ ...command, timeout_ms: 60_000, output_limit: 1000, file_limit: 0 }, new AbortController().signal);
