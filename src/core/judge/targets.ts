import type { TestIdentity } from '../../schema/judge/test-run.ts';

/** Tells which tests somebody asked to make pass: by `--test` or `pawl fix`, or in the words of the request. */
export function askedFor(request: string, targets: 'all' | string[] | undefined): (test: TestIdentity) => boolean {
  if (targets === 'all') return () => true;
  if (targets !== undefined) return (test) => targets.some((name) => isNamed(test, name));
  if (wantsAll.some((pattern) => pattern.test(request))) return () => true;
  const lower = request.toLowerCase();
  return ({ file, names }) => {
    const title = names.at(-1)?.toLowerCase() ?? '';
    const name = file.slice(file.lastIndexOf('/') + 1).toLowerCase();
    return (title.length >= 8 && lower.includes(title)) || (name !== '' && lower.includes(name));
  };
}

/** As a person writes it: the whole id, the file, or a part of the title. */
function isNamed({ id, file, names }: TestIdentity, name: string): boolean {
  return id === name || file === name || file.endsWith(`/${name}`) || names.join(' > ').includes(name);
}

const wantsAll = [
  /\b(?:make|get)\b[^.!?\n]{0,40}\b(?:tests?|suite|specs?|build|ci)\b[^.!?\n]{0,30}\b(?:pass|passes|passing|green|succeed|work|run)\b/i,
  /\b(?:fix|repair|mend)\b[^.!?\n]{0,30}\b(?:failing|failed|broken|red|all|the)\s+(?:unit\s+)?(?:tests?|suite|specs?|build)\b/i,
  /\b(?:tests?|suite|specs?)\b[^.!?\n]{0,20}\b(?:fails?|failing|(?:is|are) (?:red|broken))\b/i,
];
