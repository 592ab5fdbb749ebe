import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder for the agents: PAWL_REAL_AGENTS, else one in the user's cache. */
export function agentsFolder(env = process.env) {
  return env.PAWL_REAL_AGENTS ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pawl-bench', 'agents');
}

/** Installs an agent where it is not yet there and `may` be. `reason`: why it is not there. */
export function install(agent, folder, may, say) {
  const program = programOf(agent, folder);
  if (existsSync(program)) return { program };
  if (!may) return { reason: 'not installed' };
  const place = dirname(dirname(dirname(program)));
  const part = `${place}.part`;
  say(`installing ${agent.package}@${agent.version} (${agent.licence}) into ${place}`);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, 'package.json'), '{ "private": true }\n');
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1', '--save-exact'];
  if (agent.before) words.push(`--before=${agent.before}`);
  try {
    execFileSync('npm', [...words, `${agent.package}@${agent.version}`], {
      cwd: part,
      stdio: 'pipe',
      timeout: 600_000,
    });
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    return { reason: reasonOf(error) };
  }
  renameSync(part, place);
  return { program };
}

function reasonOf({ stderr, message }) {
  const lines = String(stderr ?? '').split('\n');
  const told = lines.find((line) => /^npm error (?!code |syscall |errno |hostname )/.test(line));
  return told?.replace(/^npm error (?:.*reason: )?/, '') ?? message;
}

function programOf({ name, version, bin }, folder) {
  return join(folder, `${name}-${version}`, 'node_modules', '.bin', bin);
}
