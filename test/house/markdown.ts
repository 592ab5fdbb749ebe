import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The rows of every table with this head, as cells. */
export function tables(text: string, ...head: string[]): string[][] {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const lines = text.split('\n');
  return lines.flatMap((line, start) => {
    if (!line.startsWith('|') || cells(line).join('|') !== head.join('|')) return [];
    const end = lines.findIndex((other, index) => index > start && !other.startsWith('|'));
    return lines.slice(start + 2, end < 0 ? undefined : end).map(cells);
  });
}

export function fences(text: string, kind: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(([, block = '']) => block);
}

/** What a page shows as typed: shell blocks, lines of a recorded terminal, steps of a workflow. */
export function typed(text: string): string[] {
  return [
    ...fences(text, 'sh').flatMap((block) => block.split('\n')),
    ...[...text.matchAll(/^\$ (.+)$/gm)].map(([, line = '']) => line),
    ...fences(text, 'yaml workflow').flatMap((block) =>
      [...block.matchAll(/^\s*(?:- )?(?:run: )?((?:pawl|npm) .+)$/gm)].map(([, line = '']) => line),
    ),
  ];
}

/** Commands that the text of a page names, with or without what they need. */
export function named(text: string): string[] {
  return ticked(text.replace(/^```[\s\S]*?^```/gm, '')).filter((words) => /^pawl [a-z]/.test(words));
}

export function ticked(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

export function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

export function sources(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
}

/** A shell line up to a pipe or a redirection. */
export function wordsOf(line: string): string[] {
  const plain = line.split(/ (?:\||<|>>?) /)[0] ?? '';
  return [...plain.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}
