import type { BareCode } from '../../../code/bare-code.ts';

export interface GoImport {
  at: number;
  /** What the file calls it; a dot where it needs no name in front. */
  local: string;
  path: string;
}

export function importsOf({ code, strings }: BareCode): GoImport[] {
  const end = /^(?:func|type|var|const)\b/m.exec(code)?.index ?? code.length;
  return strings
    .filter(({ at }) => at < end)
    .map(({ at, text: path }) => {
      const alias = /(?:^|\s)([\w.]+)[ \t]*$/.exec(code.slice(Math.max(0, at - 80), at))?.[1];
      const lastPart = path.slice(path.lastIndexOf('/') + 1);
      return { at, local: alias === undefined || alias === 'import' ? lastPart : alias, path };
    });
}
