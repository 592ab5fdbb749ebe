import type { TestIdentity } from '../../schema/judge/test-run.ts';

/** Tells which tests somebody asked to make pass: by `--test` or `pawl fix`, or in the words of the request. */
export function askedFor(request: string, targets: 'all' | string[] | undefined): (test: TestIdentity) => boolean {
  if (targets === 'all') return () => true;
  if (targets !== undefined) return (test) => targets.some((name) => isNamed(test, name));
  if (wantsAll.some((pattern) => pattern.test(request))) return () => true;
  const subjects = new Set(wordsOf(request.replace(/^\W*\w+/, '')));
  return ({ file, names }) => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const title = names.at(-1) ?? '';
    if ((title.length >= 8 && request.includes(title)) || (name !== '' && request.includes(name))) return true;
    const isFile = wordsOf(name).some((word) => subjects.has(word));
    return isFile || wordsOf(names.join(' ')).some((word) => word.length >= 5 && subjects.has(word));
  };
}

/** The words that can tell one subject from another, without endings. The first of a request says what to do. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return words.filter((word) => !common.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, ''));
}

const common = new Set(
  'the and for with that this these those make makes should when then from into not but use uses using file files test tests spec src lib index unit all any has have are was were its can does new more than one two out value values return returns function method class code work works correct correctly wrong right given without also'.split(
    ' ',
  ),
);

/** As a person writes it: the whole id, the file, or a part of the title. */
function isNamed({ id, file, names }: TestIdentity, name: string): boolean {
  return id === name || file === name || file.endsWith(`/${name}`) || names.join(' > ').includes(name);
}

const wantsAll = [
  /\b(?:make|get)\b[^.!?\n]{0,40}\b(?:tests?|suite|specs?|build|ci)\b[^.!?\n]{0,30}\b(?:pass|passes|passing|green|succeed|work|run)\b/i,
  /\b(?:fix|repair|mend)\b[^.!?\n]{0,30}\b(?:failing|failed|broken|red|all|the)\s+(?:unit\s+)?(?:tests?|suite|specs?|build)\b/i,
  /\b(?:tests?|suite|specs?)\b[^.!?\n]{0,20}\b(?:fails?|failing|(?:is|are) (?:red|broken))\b/i,
];
