import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Unfit } from '../../../ports/errors.ts';
import type { SandboxCommand, SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { removeTree } from '../../remove-tree.ts';
import { spawn } from '../../spawn.ts';
import { whyFailed } from '../outcome.ts';
import type { Exchange } from '../place/exchange.ts';
import { cacheFolders } from '../place/layer-plan.ts';
import { below } from '../place/place.ts';
import type { Placed, Remote, Upload } from './remote.ts';
import { resultsIn } from './results.ts';

export async function packed(
  command: SandboxCommand,
  { dir, in: provided }: Exchange,
  equipment: readonly Equipment[],
): Promise<Upload> {
  const files: Record<string, string> = { work: join(dir, 'work.tar'), in: join(dir, 'in.tar') };
  await tar(['-cf', join(dir, 'work.tar'), '-C', command.work_dir, '.']);
  await tar(['-cf', join(dir, 'in.tar'), '-C', provided, '.']);
  const placed: Placed[] = [];
  for (const [index, { host, at, layer }] of shownOf(command).entries()) {
    const parents = parentsOf(command, at);
    if (parents === null) continue;
    const name = `shown-${index}`;
    const kind = !statSync(host).isDirectory() ? 'file' : layer ? 'layer' : 'folder';
    const leftOut = kind === 'layer' ? cacheFolders(equipment).map((path) => `--exclude=./${path}`) : [];
    files[name] = kind === 'file' ? host : join(dir, `${name}.tar`);
    if (kind !== 'file') await tar(['-cf', join(dir, `${name}.tar`), ...leftOut, '-C', host, '.']);
    placed.push({ name, at, kind, parents });
  }
  return { files, work_bytes: statSync(join(dir, 'work.tar')).size, placed };
}

interface Home {
  exchange: Exchange;
  /** Bytes by which the work may grow. */
  spare_bytes: number;
  work_bytes: number;
}

/** What a command brought back, with the work changed as it was there. One that grew too large stays as it was. */
export async function unpacked(
  remote: Remote,
  command: SandboxCommand,
  { exchange, spare_bytes, work_bytes }: Home,
  signal: AbortSignal,
): Promise<Partial<SandboxResult>> {
  await remote.script('finish', signal);
  const headers = mebibyte * (1 + command.collect.length);
  const most = command.output_limit * 2 + command.file_limit * command.collect.length + headers;
  const whole = await fetched(remote, 'results.tar', exchange.out, most, signal);
  const results = whole ? resultsIn(exchange, command) : {};
  const back = mkdtempSync(`${command.work_dir}-`);
  try {
    if (!whole || !(await fetched(remote, 'back.tar', back, work_bytes + spare_bytes, signal)))
      return { ...results, ended: 'output_limit', exit_code: null, signal: null };
    chmodSync(back, 0o700);
    await replaceEntries(command.work_dir, back);
    return results;
  } finally {
    await removeTree(back);
    await removeTree(`${back}.tar`);
  }
}

const mebibyte = 1024 * 1024;

async function fetched(remote: Remote, name: string, to: string, most: number, signal: AbortSignal): Promise<boolean> {
  const archive = `${to}.tar`;
  if (!(await remote.fetch(name, archive, most, signal))) return false;
  await extract(archive, to);
  return true;
}

/**
 * Whoever ran a command there may have made the archive. Into a folder of its own, `tar` follows no link, goes nowhere
 * above it, and gives no file an owner or more rights than we would.
 */
export async function extract(archive: string, to: string): Promise<void> {
  await tar(['-xf', archive, '-C', to, '--no-same-owner', '--no-same-permissions']);
}

async function replaceEntries(folder: string, by: string): Promise<void> {
  for (const name of readdirSync(folder)) await removeTree(join(folder, name));
  for (const name of readdirSync(by)) renameSync(join(by, name), join(folder, name));
}

function shownOf({ read_only, layered, mount_at }: SandboxCommand): { host: string; at: string; layer: boolean }[] {
  const places = [
    ...read_only.map((place) => ({ ...place, layer: false })),
    ...layered.map((place) => ({ ...place, layer: true })),
  ];
  return places.filter(({ host, at }) => existsSync(host) && at !== mount_at);
}

/** Null where the work has something in its place, or a link on the way. */
function parentsOf({ work_dir, mount_at }: SandboxCommand, at: string): string[] | null {
  const rest = below(mount_at, at);
  if (rest === null) return [];
  const steps = rest.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const missing = steps.findIndex((step) => lstatSync(join(work_dir, step), { throwIfNoEntry: false }) === undefined);
  const present = missing === -1 ? steps : steps.slice(0, missing);
  if (missing === -1 || !present.every((step) => lstatSync(join(work_dir, step)).isDirectory())) return null;
  return steps.slice(missing, -1).map((step) => join(mount_at, step));
}

async function tar(args: string[]): Promise<void> {
  const packing = await spawn(['tar', ...args], { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } });
  if (packing.exit_code === 0) return;
  throw new Unfit(`the work cannot be packed or unpacked: ${whyFailed(packing)}`, 'sandbox_failed');
}
