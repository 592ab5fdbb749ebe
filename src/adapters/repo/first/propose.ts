import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoring } from '../../../code/ignore.ts';
import type { Proposal } from '../../../schema/settings/init.ts';
import { removeTree } from '../../remove-tree.ts';
import type { Git, GitCall } from '../git.ts';
import { pathFromBytes, records } from '../path-text.ts';

/** The lines that a .gitignore lacks for these paths. */
export type MissingIgnores = (paths: readonly string[], existing: string) => string[];

/** What a first commit of a folder would hold. Writes nothing there. */
export async function propose(
  git: Git,
  call: GitCall,
  isRepository: boolean,
  existing: string,
  missingIgnores: MissingIgnores,
): Promise<Proposal> {
  const aside = isRepository ? null : await mkdtemp(join(tmpdir(), 'pawl-init-'));
  try {
    if (aside !== null) await git(['init', '-q', '--template=', aside], { ...call, dir: aside });
    const place = aside === null ? call : { ...call, git_dir: join(aside, '.git'), work_tree: call.dir };
    const list = async (which: string) =>
      records((await git(['ls-files', '-z', which, '--exclude-standard'], place)).stdout).map(pathFromBytes);
    const staged = await list('-c');
    const others = await list('-o');
    const ignore = missingIgnores([...staged, ...others], existing);
    const isIgnored = ignoring(ignore.join('\n'));
    const fresh = others.filter((path) => !path.endsWith('/') && !isIgnored(path));
    const added = ignore.length > 0 ? ['.gitignore'] : [];
    return {
      top: call.dir,
      files: [...new Set([...added, ...staged, ...fresh])].sort(),
      bytes: 0,
      ignore,
      nested: others.filter((path) => path.endsWith('/') && !isIgnored(`${path}x`)),
    };
  } finally {
    if (aside !== null) await removeTree(aside);
  }
}
