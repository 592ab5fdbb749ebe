/** Programs that check the code and make nothing that tests need. */
const checkers = new RegExp(
  `^(?:${[
    'eslint|eslint_d|biome|oxlint|oxfmt|prettier|prettier-check|standard|semistandard|ts-standard|xo|jshint|jscs|tslint',
    'dprint|rome|stylelint|editorconfig-checker|eclint|ec|ls-lint|cspell|alex|remark|markdownlint(?:-cli2?)?|textlint',
    'tsd|tsd-lite|check-dts|dtslint|expect-type|attest|attw|publint|type-coverage|typecov|flow|vue-tsc|svelte-check|arethetypeswrong',
    'knip|depcheck|dpdm|madge|npm-check|aud|audit-ci|better-npm-audit|license-checker|lockfile-lint|sherif|syncpack|manypkg',
    'size-limit|bundlesize|gzip-size|evalmd|commitlint|commitizen|codecov|coveralls|template-oss-(?:check|apply)',
    'not-in-publish|safe-publish-latest|husky|is-ci|echo|actionlint|check-(?:engines?|node-version)|npmPkgJsonLint|installed-check',
  ].join('|')})$`,
);
/** Programs that need a browser. */
const browsers =
  /^(?:karma|web-test-runner|wtr|playwright|cypress|testem|airtap|zuul|wdio|tape-run|browserify-test|polendina|testcafe|nightwatch)$/;

/** Scripts that check, by their names, where what they run is not known. */
const checkScript =
  /^(?:(?:check|test)[:_-])?(?:lint|format|fmt|prettier|style|types?|tsc?|type-?check(?:ing)?|spell(?:ing|check)?|audit|size|exports|dts|docs?)(?:[:_-].*)?$/;

/** Scripts that only look after the style of the code, whatever they run for it. */
const styleScript = /^(?:(?:check|test)[:_-])?(?:lint|format|fmt|prettier|style|spell(?:ing|check)?)(?:[:_-].*)?$/;

export type StepKind = 'test' | 'check' | 'browser' | 'other';

/** What a command is for, by its program and words; null: not told by them. */
export function kindOfWords(words: string[]): StepKind | null {
  const [first = '', ...args] = words;
  const program = first.slice(first.lastIndexOf('/') + 1).replace(/@[^@]*$/, '');
  if (browsers.test(program)) return 'browser';
  if (checkers.test(program)) return 'check';
  if (/^(?:tsc|tsgo)$/.test(program) && args.some((arg) => /^--?noEmit$/i.test(arg))) return 'check';
  if (/^(?:c8|nyc|istanbul)$/.test(program) && /^(?:report|check-coverage)$/.test(args[0] ?? '')) return 'check';
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const [verb = ''] = args.filter((arg) => !arg.startsWith('-'));
    // What would be installed is there, or cannot be had.
    if (/^(?:audit|outdated|install|i|ci|dedupe|pack|publish|ls|link|install-test)$/.test(verb)) return 'check';
  }
  if (program === 'lerna' && args[0] === 'bootstrap') return 'check';
  if (program === 'vitest' && /^(?:typecheck|bench)$/.test(args[0] ?? '')) return 'check';
  return null;
}

/** Whether a command behind the tests is surely no test: it clears up, compiles, or is a script that checks by its name. */
export function isNoTest([program = '', verb = '', name = '']: string[]): boolean {
  if (program === 'npm' && verb === 'run') return isCheckScript(name);
  return /^(?:rm|rimraf|del|del-cli|trash|mkdir|mkdirp|cp|mv|true|exit|kill|sleep|open|opener|tsc|tsgo)$/.test(program);
}

export function isBuildScript(name: string): boolean {
  return /^(?:pre)?(?:build|compile|bundle|transpile|dist|prepare|generate|codegen)(?:[:_-].*)?$/.test(name);
}

export function isCheckScript(name: string): boolean {
  return checkScript.test(name);
}

export function isStyleScript(name: string): boolean {
  return styleScript.test(name);
}
