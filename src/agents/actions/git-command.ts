/** One git command of a shell line: the words after `git`, and how many lines of its answer are wanted. */
export interface GitCommand {
  words: string[];
  first?: number;
  last?: number;
}

type Token = { word: string } | { sign: string };

/**
 * The git commands that a shell line consists of, one after the other; null where it holds anything else, or takes a
 * shell to understand. `here` is the folder that commands start in: to go there is to do nothing.
 */
export function gitCommandsIn(line: string, here: string): GitCommand[] | null {
  const tokens = tokensOf(line.replace(/\s+2>\s?(?:&1|\/dev\/null)(?=\s|$)/g, ' ').trim());
  if (tokens === null) return null;
  const commands: GitCommand[] = [];
  for (const part of split(tokens, (sign) => sign === '&&' || sign === ';')) {
    const [call, ...filters] = split(part, (sign) => sign === '|').map(wordsOf);
    if (call?.length === 0 || !call) return null;
    const isHere = call[0] === 'cd' && [here, '.', './'].includes(call[1] ?? '') && call.length === 2;
    if (isHere && filters.length === 0) continue;
    const cut = filters.map((words) => (words === null ? null : cutBy(words)));
    if (call[0] !== 'git' || cut.includes(null)) return null;
    commands.push(Object.assign({ words: call.slice(1) }, ...cut));
  }
  return commands.length > 0 ? commands : null;
}

/** Whether git is one of the commands of a shell line. */
export const callsGit = (line: string): boolean => /(?:^|[;&|(\n]|\bxargs|\bsudo|\btime)\s*git\s/.test(line);

function split(tokens: Token[], at: (sign: string) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if ('sign' in token && at(token.sign)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Null where a sign is left that nobody understands. */
const wordsOf = (tokens: Token[]): string[] | null => {
  const words = tokens.flatMap((token) => ('word' in token ? [token.word] : []));
  return words.length === tokens.length ? words : null;
};

function cutBy([program, ...args]: string[]): Pick<GitCommand, 'first' | 'last'> | null {
  if (program === 'cat' && args.length === 0) return {};
  if (program !== 'head' && program !== 'tail') return null;
  const [, count = args.length === 0 ? '10' : undefined] = /^-?n? ?(\d{1,6})$/.exec(args.join(' ')) ?? [];
  if (count === undefined) return null;
  return program === 'head' ? { first: Number(count) } : { last: Number(count) };
}

/** Words without their quotes, and signs; null for what only a shell can expand. */
function tokensOf(line: string): Token[] | null {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(&&|\|\||[;|&<>])|((?:'[^']*'|"[^"$`\\]*"|\\[^\n]|[^\s'"\\$`;|&<>()])+))/gy;
  while (pattern.lastIndex < line.length) {
    const match = pattern.exec(line);
    if (match === null) return null;
    const [, sign, word] = match;
    if (sign !== undefined) tokens.push({ sign });
    else if (word !== undefined) tokens.push({ word: word.replace(/'([^']*)'|"([^"]*)"|\\([\s\S])/g, '$1$2$3') });
  }
  return tokens;
}
