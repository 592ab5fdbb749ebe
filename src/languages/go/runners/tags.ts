import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

/**
 * The build tags that every `go test` of the project's own makefile has, else of its CI: tests behind other tags need
 * what not every machine has.
 */
export async function statedTags(files: Files): Promise<string[]> {
  for (const place of places) {
    const texts = await readAll(
      files,
      files.paths.filter((path) => place.test(path)),
    );
    const calls = [...texts.values()].flatMap(
      (text) => text.replace(/\\\n/g, ' ').match(/\bgo test\b[^\n;&|]*/g) ?? [],
    );
    const [first, ...rest] = calls.map((call) => tagsIn(call));
    if (first === undefined) continue;
    return first.filter((tag) => rest.every((others) => others.includes(tag)));
  }
  return [];
}

const places = [/^(?:GNU)?[Mm]akefile$|^Taskfile\.ya?ml$/, /^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$/];

function tagsIn(call: string): string[] {
  const [, quoted, single, bare] = /\s--?tags[= ](?:"([^"]*)"|'([^']*)'|(\S+))/.exec(call) ?? [];
  // A variable of make or of a shell is not known here.
  return (quoted ?? single ?? bare ?? '').split(/[\s,]+/).filter((tag) => /^[\w.]+$/.test(tag));
}
