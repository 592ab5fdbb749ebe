import { inDir } from '../../ports/outside/sandbox.ts';
import type { Checker } from '../checks/checker.ts';
import { foldersAbove } from '../related.ts';
import type { Files } from '../runner.ts';

const configFile = 'rustfmt.toml';

/** Rust's formatter parses, each file alone; the compiler cannot be told to do only that. */
export async function rustfmt(paths: string[], files: Files): Promise<Checker> {
  const operands: string[] = [];
  for (const path of paths) operands.push(await editionOf(path, files), path);
  return {
    language: 'rust',
    needs: ['rust'],
    command: { argv: ['sh', '-c', script, 'sh', ...operands], provide: { [configFile]: '' }, collect: [], env: {} },
    read: ({ stderr }) =>
      stderr
        .split('\u001e')
        .slice(1)
        .flatMap((part) => errorsIn(part.slice(0, part.indexOf('\n')), part)),
  };
}

/** `error: message` and, on the next line, `--> <stdin>:3:5`. What the formatter cannot format is no fault. */
function errorsIn(file: string, output: string) {
  return [...output.matchAll(/^error(?:\[E\d+\])?: (.+)\n\s*--> <stdin>:(\d+):(\d+)$/gm)].map(
    ([, message = '', line, column]) => ({ file, line: Number(line), column: Number(column), message }),
  );
}

/** What the package says, or the workspace that it refers to. */
async function editionOf(path: string, files: Files): Promise<string> {
  const manifests = foldersAbove(path).map((folder) => `${folder}Cargo.toml`);
  for (const manifest of manifests.filter((one) => files.paths.includes(one))) {
    const text = (await files.read(manifest)) ?? '';
    const edition = /^\s*edition\s*=\s*["'](\d{4})["']/m.exec(text)?.[1];
    if (edition !== undefined) return edition;
    if (!/^\s*edition(?:\.workspace|\s*=\s*\{\s*workspace)/m.test(text)) return '2015';
  }
  return '2021';
}

/** A file that another includes as text need not be whole. */
const script =
  `while [ $# -gt 1 ]; do said=$(rustfmt --edition "$1" --config-path ${inDir}/${configFile} --check -l < "$2" 2>&1 >/dev/null) ` +
  `|| grep -rqE --include='*.rs' "include!\\(.*$(basename "$2")" . || printf '\\036%s\\n%s\\n' "$2" "$said" >&2; shift 2; done`;
