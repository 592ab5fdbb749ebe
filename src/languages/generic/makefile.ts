import type { Files } from '../runner.ts';

/** What a Makefile says, as far as that can be told without running make. */
export interface Makefile {
  /** The commands of a target, variables filled in; null where there is no such target. */
  recipe(target: string): string[] | null;
  /** The targets that a target names as its own prerequisites. */
  needs(target: string): string[];
  targets: string[];
}

/** Stands for what only make can tell: `$(shell …)`. */
export const unknownValue = '\u0000';

export const makefileNames = ['GNUmakefile', 'makefile', 'Makefile'];

export function parseMakefile(text: string): Makefile {
  const variables = new Map<string, string>();
  const rules = new Map<string, { needs: string[]; recipe: string[] }>();
  let open: string[] = [];
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const target of open) rules.get(target)?.recipe.push(line.trim().replace(/^[@+-]+\s*/, ''));
      continue;
    }
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name = '', sign = '', value = ''] =
      /^(?:export\s+|override\s+)?([\w.-]+)\s*(\+|\?|::?:?)?=\s*(.*?)\s*(?:#.*)?$/.exec(line) ?? [];
    if (name !== '') {
      if (sign === '+') variables.set(name, `${variables.get(name) ?? ''} ${value}`.trim());
      else if (sign !== '?' || !variables.has(name)) variables.set(name, value);
      continue;
    }
    const [, targets = '', after = ''] = /^([^\s:=#][^:=#]*?)\s*::?(?!=)\s*([^#]*)/.exec(line) ?? [];
    if (targets === '') continue;
    const [needed = '', first] = after.split(/;(.*)/s);
    open = targets.split(/\s+/);
    for (const target of open) {
      const rule = rules.get(target) ?? { needs: [], recipe: [] };
      rule.needs.push(...needed.split(/\s+/).filter((one) => one !== '' && one !== '|'));
      if (first !== undefined) rule.recipe.push(first.trim().replace(/^[@+-]+\s*/, ''));
      rules.set(target, rule);
    }
  }
  const filled = (line: string): string => expanded(line, variables, 0).trim();
  return {
    recipe: (target) => rules.get(target)?.recipe.map(filled) ?? null,
    needs: (target) => (rules.get(target)?.needs ?? []).flatMap((one) => filled(one).split(/\s+/)),
    targets: [...rules.keys()],
  };
}

/** The commands that `make` with these words runs, targets that they need first; null: no file, or more than commands. */
export async function targetCommands(files: Files, words: string[]): Promise<string[] | null> {
  const name = makefileNames.find((one) => files.paths.includes(one));
  const source = name === undefined ? null : await files.read(name);
  if (source === null || words.some((word) => word.startsWith('-') || word.includes('='))) return null;
  const makefile = parseMakefile(source);
  const targets = words.length > 0 ? words : makefile.targets.filter((target) => !target.startsWith('.')).slice(0, 1);
  const commands: string[] = [];
  const seen = new Set<string>();
  const add = (target: string): boolean => {
    if (seen.has(target)) return true;
    seen.add(target);
    const recipe = makefile.recipe(target);
    if (recipe === null) return files.paths.includes(target);
    if (!makefile.needs(target).every(add)) return false;
    commands.push(...recipe.filter((command) => command !== '' && !command.startsWith('#')));
    return true;
  };
  if (!targets.every(add) || commands.length === 0) return null;
  return commands.some((command) => command.includes(unknownValue)) ? null : commands;
}

function expanded(text: string, variables: ReadonlyMap<string, string>, depth: number): string {
  if (depth > 10) return unknownValue;
  return text.replace(/\$(?:\$|\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\{([^{}]*)\}|(.))/g, (whole, round, curly, one) => {
    if (whole === '$$') return '$';
    const name: string = round ?? curly ?? one ?? '';
    if (!/^[\w.-]+$/.test(name)) return unknownValue;
    if (/^(?:PWD|CURDIR)$/.test(name)) return '.';
    return expanded(variables.get(name) ?? '', variables, depth + 1);
  });
}
