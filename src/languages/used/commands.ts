/** Programs that read sources to make or check something: the files they are given are the product's. */
const takesSources =
  /^(?:tsc|esbuild|rollup|webpack|parcel|browserify|babel|swc|tsup|tsdown|unbuild|microbundle|ncc|eslint|biome|oxlint|prettier|standard|xo|cp|mv|rm|rimraf|mkdir|mkdirp|touch|echo|cat|test|\[|gcc|cc|g\+\+|clang|javac|rustc|ruff|black|mypy|pyright|flake8|pylint)$/;
/** Words that only start another program. */
const starters =
  /^(?:npx|npm|pnpm|yarn|bunx|exec|dlx|c8|nyc|cross-env|env|time|uv|poetry|pipenv|hatch|pdm|dotenv|sudo|command|xvfb-run|run)$/;
/** Flags whose value is no file that is run. */
const notRun =
  /^--?(?:include|exclude|o|out|output|outfile|out-?dir|ignore|src|source|cov|root|rootdir|target|cwd)(?:=|$)/;

export interface Named {
  /** Files that a command executes, or is configured by. */
  files: string[];
  /** Those of them that a shell reads into itself. */
  sourced: string[];
  /** Scripts of the package that it runs. */
  scripts: string[];
}

/** What another program prints is compared, so it is the product. */
const captured = /\$\$?\((?!\()[^()]*\)|`[^`\n]*`/g;
const compares = /^\s*(?:e?grep|fgrep|diff|cmp|comm|awk|sed|jq|sort|head|tail|wc|tr|cut)\b/;

/** Where the output of a program goes into a file, and something compares files. */
const writes = /(?<![&\d])>>?\s*(?!\/dev\/|&)\S/;

/** What a line of commands names, without a shell to read it; `has` tells what is a file. */
export function namedInCommand(line: string, has: (path: string) => boolean): Named {
  const named: Named = { files: [], sourced: [], scripts: [] };
  const segments = line.replace(captured, ' ').split(/(&&|\|\||[;|&\n]|\bthen\b|\bdo\b)/);
  const comparesFiles = segments.some((segment) => /^\s*(?:if\s+)?(?:cmp|diff|comm)\b/.test(segment));
  for (const [index, segment] of segments.entries()) {
    if (comparesFiles && writes.test(segment)) continue;
    if (index % 2 === 1 || (segments[index + 1] === '|' && compares.test(segments[index + 2] ?? ''))) continue;
    const words = (segment.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) => word.replace(/^["']|["']$/g, ''));
    const at = words.findIndex((word) => !starters.test(word) && !/^(?:-|\w+=|@$)/.test(word));
    const program = (words[at] ?? '').replace(/^.*\/(?=[^/]+$)/, (folder) =>
      has(plain(words[at] ?? '')) ? folder : '',
    );
    const manager = words.findIndex((word) => /^(?:npm|yarn|pnpm|bun|npm-run-all|run-s|run-p)$/.test(word));
    if (manager >= 0) named.scripts.push(...words.slice(manager + 1).filter((word) => !word.startsWith('-')));
    if (takesSources.test(program)) continue;
    for (const [index, word] of words.entries()) {
      if (notRun.test(words[index - 1] ?? '') && !(words[index - 1] ?? '').includes('=')) continue;
      if (notRun.test(word)) continue;
      const value = plain(word.replace(/^(?:--?[\w-]+|\w+)=/, '').replace(/^[<>]+/, ''));
      const found = [value, `${value}.js`, `${value}.cjs`, `${value}.mjs`, `${value}.ts`].find(has);
      if (found === undefined) continue;
      named.files.push(found);
      if (words[at] === '.' || words[at] === 'source') named.sourced.push(found);
    }
  }
  return named;
}

const plain = (word: string): string => word.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
