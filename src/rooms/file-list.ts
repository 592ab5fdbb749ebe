import { pathLine } from '../code/text.ts';

/** Files that our tools cannot edit. */
const unreadable = /\.(?:png|jpe?g|gif|ico|webp|bmp|ai|psd|pdf|woff2?|ttf|eot|otf|mp[34]|mov|zip|gz|tgz|snap)$/i;

/** The files of a project for a prompt, as far as there is room. */
export function fileList(paths: string[]): string {
  const lines: string[] = [];
  let size = 0;
  const readable = paths.filter((path) => !unreadable.test(path));
  for (const path of readable.slice(0, 120).map(pathLine)) {
    size += path.length + 1;
    if (size > 1500) break;
    lines.push(path);
  }
  const more = paths.length - lines.length;
  return `# Files\n${lines.join('\n')}${more > 0 ? `\n(${more} more)` : ''}`;
}
