import { dirname } from 'node:path';
import type { Host, Toolchain } from '../../../ports/outside/toolchain.ts';
import { outsideUsr } from '../../runs/toolchain.ts';

/** PHP loads its extensions by settings that lie outside /usr, often as links to a folder beside them. */
export async function phpToolchain(host: Host): Promise<Toolchain[]> {
  const question =
    'echo implode("\\n", [PHP_BINARY, PHP_CONFIG_FILE_PATH, PHP_CONFIG_FILE_SCAN_DIR, PHP_EXTENSION_DIR]);';
  const answer = await host.ask('php', ['-r', question]);
  const [program, settings = '', more = '', extensions = ''] = (answer ?? '').trim().split('\n');
  if (program === undefined || !host.exists(program)) return [];
  const linked = host.entries(more).map((name) => dirname(host.real(`${more}/${name}`)));
  const paths = outsideUsr([...new Set([program, settings, more, extensions, ...linked])]).filter(
    (path) => path.length > 1 && host.exists(path),
  );
  return [{ paths, bin: dirname(program) }];
}
