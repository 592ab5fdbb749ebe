import { redact } from '../../code/redact.ts';
import { shortText, stripEscapes } from '../../code/text.ts';
import type { TestError } from '../../schema/judge/test-run.ts';

/** Paths inside the mount, made relative to it; others as they are. */
export function relativePath(path: string, mount_at: string): string {
  const plain = path.startsWith('file://') ? decoded(path.slice('file://'.length)) : path;
  return plain.startsWith(`${mount_at}/`) ? plain.slice(mount_at.length + 1) : plain.replace(/^\.\//, '');
}

/** An error with its place: the first frame inside the mount that is the target's own code, else `fallback`. */
export function placedError(
  raw: { type: string; message: string; stack: string },
  mount_at: string,
  fallback: { file: string | null; line: number | null },
): TestError {
  const stack = redact(withoutMount(stripEscapes(raw.stack), mount_at));
  return {
    type: shortText(stripEscapes(raw.type), 200) || 'Error',
    message: shortText(redact(withoutMount(stripEscapes(raw.message), mount_at)), 4000),
    stack: shortText(stack, 4000),
    ...(firstFrame(raw.stack, mount_at) ?? fallback),
  };
}

/** Reads `TypeError: text` or `Error [CODE]: text`, the way engines write an error down, anywhere in an output. */
export function writtenError(output: string): { type: string; message: string } | null {
  const match =
    /^(?:Uncaught )?((?:[A-Za-z_$][\w$.]*)?(?:Error|Exception|Failure|Interrupt|Exit))(?: \[\w+\])?(?:: ([^\n]*(?:\n(?! {2,}at )[^\n]+)*))?/m.exec(
      output,
    );
  return match ? { type: match[1] ?? 'Error', message: (match[2] ?? '').trim() } : null;
}

/** Whether a path leads into somebody else's package. */
export const isForeign = (path: string): boolean => /(?:^|\/)(?:node_modules|site-packages|\.venv)\//.test(path);

function firstFrame(stack: string, mount_at: string): { file: string; line: number } | null {
  const place = new RegExp(`${mountPattern(mount_at)}([^\\n:"'()]+):(\\d+)`, 'g');
  for (const [, path = '', line = ''] of stripEscapes(stack).matchAll(place)) {
    if (isForeign(path)) continue;
    return { file: decoded(path), line: Number(line) };
  }
  return null;
}

function withoutMount(text: string, mount_at: string): string {
  return text.replace(new RegExp(mountPattern(mount_at), 'g'), '');
}

function mountPattern(mount_at: string): string {
  const quoted = (path: string) => path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `(?:file://${quoted(encodeURI(mount_at))}|(?:file://)?(?<![\\w.-])${quoted(mount_at)})/`;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Line and column, counted from 1, of an offset in UTF-16 units. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
