import { bareCode } from '../../../code/bare-code.ts';
import type { FindShadows, Shadow } from '../../judging/shadow.ts';
import { readAll } from '../../related.ts';
import { goCode } from '../code/style.ts';

/** What every file of a package sees. `min`, `max` and other late ones are left out: older code has its own. */
const predeclared =
  'append|bool|byte|error|false|float32|float64|int|int8|int16|int32|int64|iota|len|make|nil|panic|recover|rune|string|' +
  'true|uint|uint8|uint16|uint32|uint64|uintptr';
const declared = new RegExp(`^(?:func|var|const|type)\\s+(${predeclared})\\b|^\\t(${predeclared})\\s*(?:=|\\w)`, 'm');

/**
 * Folders cannot shadow one another in Go. A vendor folder stands in for what is downloaded, a module of its own takes
 * a folder out of the module around it, and a declaration in a package hides what the language declares.
 */
export const goShadows: FindShadows = async ({ added, base, candidate }) => {
  const modules = base.paths.filter((path) => /(?:^|\/)go\.mod$/.test(path)).map(folderOf);
  if (modules.length === 0) return [];
  const sources = await readAll(
    candidate,
    added.filter((path) => path.endsWith('.go')),
  );
  return added.flatMap((file): Shadow[] => {
    const inVendor = modules.find((folder) => file.startsWith(`${folder}vendor/`));
    const vendored = inVendor !== undefined && base.paths.some((path) => path === `${inVendor}vendor/modules.txt`);
    if (inVendor !== undefined && !vendored && /(?:\.go|modules\.txt)$/.test(file))
      return [{ file, rule: 'shadows downloaded dependencies' }];
    if (
      /(?:^|\/)go\.mod$/.test(file) &&
      base.paths.some((path) => path.startsWith(folderOf(file)) && path.endsWith('.go'))
    )
      return [{ file, rule: 'takes existing packages out of their module' }];
    const hidden = declared.exec(topLevel(bareCode(sources.get(file) ?? '', goCode).code));
    return hidden === null ? [] : [{ file, rule: `redeclares ${hidden[1] ?? hidden[2]}` }];
  });
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Declarations of the file itself, one group of them unfolded: gofmt indents only what is inside of something. */
function topLevel(code: string): string {
  const groups = [...code.matchAll(/^(?:var|const|type)\s*\(\n((?:[ \t].*\n|\n)*)\)/gm)].map(([, inside]) => inside);
  return [...code.split('\n').filter((line) => /^\S/.test(line)), ...groups].join('\n');
}
