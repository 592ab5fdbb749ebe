import { join } from 'node:path';
import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { asAssignments } from '../bubblewrap/arguments.ts';
import type { Places } from '../place/disguise.ts';
import { cacheFolders } from '../place/layer-plan.ts';
import { programFolders } from '../place/layers.ts';
import { remoteDir, type Upload, uploadDir } from './remote.ts';

const logDir = `${remoteDir}/log`;

/** As root: everything to its place. The work and its results are the user's, what is shown with them is not. */
export function setupScript(
  { mount_at }: SandboxCommand,
  places: Places,
  { placed }: Upload,
  equipment: readonly Equipment[],
): string {
  const caches = cacheFolders(equipment);
  const own = [mount_at, places.out, logDir, '/tmp/home'];
  return lines([
    'set -e; umask 022',
    `mkdir -p -- ${words([...own, places.in])}`,
    `tar -xf ${uploadDir}/work -C ${word(mount_at)} --no-same-owner`,
    `tar -xf ${uploadDir}/in -C ${places.in} --no-same-owner`,
    ...placed.flatMap(({ name, at, kind, parents }) => [
      `mkdir -p -- ${word(kind === 'file' ? join(at, '..') : at)}`,
      kind === 'file'
        ? `cp ${uploadDir}/${name} ${word(at)}`
        : `tar -xf ${uploadDir}/${name} -C ${word(at)} --no-same-owner`,
      `chmod -R a+rX ${words([at, ...parents])}`,
      ...(kind === 'layer' && caches.length > 0 ? [`cd ${word(at)}; mkdir -p -m 1777 ${words(caches)}; cd /`] : []),
    ]),
    `chown -hR user: ${words(own.filter((path) => path !== mount_at))}`,
    // What is shown inside the work stays root's.
    `find ${word(mount_at)} ${pruned(placed.map(({ at }) => at))} -exec chown -h user: {} +`,
  ]);
}

/**
 * As the user: the command, in its folder. What it leaves in the background is ended with it: the service takes a
 * command to run for as long as its outputs are open.
 */
export function runScript(command: SandboxCommand, equipment: readonly Equipment[]): string {
  const { first, last } = programFolders(command.layered, equipment);
  const env = { HOME: '/tmp/home', TMPDIR: '/tmp', LANG: 'C.UTF-8', ...command.env };
  const { plain, odd } = asAssignments(env);
  const path = `PATH=${first.map((folder) => `${word(folder)}:`).join('')}"$PATH"${last.map((folder) => `:${word(folder)}`).join('')}`;
  const logged = command.on_overflow === 'cut' ? `>${logDir}/stdout 2>${logDir}/stderr` : '';
  return lines([
    `ulimit -c 0; cd -- ${word(join(command.mount_at, command.cwd))} || exit 126`,
    'for name in $(env | sed -n "s/^\\(E2B_[A-Z_]*\\)=.*/\\1/p"); do unset "$name"; done',
    'unset OLDPWD USER LOGNAME SHELL SHLVL MAIL TERM HOSTNAME MOTD_SHOWN _',
    `${path}; export PATH`,
    ...plain.map((assignment) => `export ${word(assignment)}`),
    `setsid ${words([...(odd.length === 0 ? [] : ['env', '--', ...odd]), ...command.argv])} ${logged} &`,
    'child=$!; wait "$child"; code=$?; kill -s KILL -- "-$child" 2>/dev/null; exit "$code"',
  ]);
}

/** As root: what was shown goes, the results, the output and the work are made ready to be fetched. */
export function finishScript(command: SandboxCommand, { out }: Places, { placed }: Upload): string {
  const { mount_at, output_limit, file_limit } = command;
  const folders = placed.flatMap(({ parents }) => parents).sort((one, other) => other.length - one.length);
  return lines([
    ...placed.map(({ at }) => `rm -rf -- ${word(at)}`),
    ...folders.map((folder) => `rmdir -- ${word(folder)} 2>/dev/null`),
    `cd ${uploadDir} && rm -rf results && mkdir results && cd results || exit 1`,
    ...command.collect.map((name) => {
      const file = word(join(out, name));
      return `[ -h ${file} ] || [ ! -f ${file} ] || head -c ${file_limit} ${file} > ${word(`file-${name}`)}`;
    }),
    ...(command.on_overflow === 'cut'
      ? [
          `o=$(wc -c <${logDir}/stdout); e=$(wc -c <${logDir}/stderr); most=${output_limit}`,
          `[ $((o + e)) -le $most ] || most=${Math.floor(output_limit / 4)}`,
          'tell() { head -c "$most" "$3" > "$1-head"; rest=$(($2 - most)); [ "$rest" -gt 0 ] || return 0',
          '  cut=$((rest - most)); [ "$cut" -gt 0 ] || cut=0; echo "$cut" > "$1-cut"',
          '  tail -c "$((rest - cut))" "$3" > "$1-tail"; }',
          `tell stdout "$o" ${logDir}/stdout; tell stderr "$e" ${logDir}/stderr`,
        ]
      : []),
    `tar -cf ../results.tar . && tar -cf ../back.tar -C ${word(mount_at)} . || [ "$?" = 1 ]`,
  ]);
}

function pruned(paths: string[]): string {
  return paths.map((path) => `-path ${word(path)} -prune -o`).join(' ');
}

const lines = (parts: string[]): string => `${parts.join('\n')}\n`;
const words = (texts: string[]): string => texts.map(word).join(' ');

/** Text that a shell takes for one word as it is. */
function word(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
