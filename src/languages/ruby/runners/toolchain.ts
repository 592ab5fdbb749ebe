import { dirname } from 'node:path';
import type { Host, Toolchain } from '../../../ports/outside/toolchain.ts';
import { outsideUsr } from '../../runs/toolchain.ts';

/** Ruby and its gems, which the interpreter alone knows the place of. */
export async function rubyToolchain(host: Host): Promise<Toolchain[]> {
  const question = 'puts RbConfig.ruby, RbConfig::CONFIG["rubylibprefix"], *Gem.path';
  const answer = await host.ask('ruby', ['-e', question]);
  const [program, ...folders] = (answer ?? '').trim().split('\n');
  if (program === undefined || !host.exists(program)) return [];
  const paths = outsideUsr([program, ...folders]).filter(host.exists);
  const gems = folders.slice(1).filter(host.exists);
  return [{ paths, bin: dirname(program), env: { GEM_PATH: gems.join(':') } }];
}

/** The beginning of a command that runs through bundler where the project has a lock file whose gems are installed. */
export const throughBundler = [
  ...[
    'sh',
    '-c',
    'if [ -e Gemfile.lock ] && bundle check >/dev/null 2>&1; then exec bundle exec "$@"; else exec "$@"; fi',
  ],
  'sh',
];
