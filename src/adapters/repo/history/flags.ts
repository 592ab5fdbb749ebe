/** The words of a question after its verb, taken apart; every word that nobody knows makes it a refusal. */
export type Parsed = { flags: string[]; names: string[]; paths: string[] } | { refused: string };

interface Verb {
  /** Flags that are passed on. None of them makes git run, write or reach anything. */
  passed: RegExp;
  /** Flags whose value is the next word. */
  valued?: RegExp;
}

const changes =
  /^(?:-[puswb]|-W|--(?:no-)?patch|--stat(?:=[\d,]{1,9})?|--(?:short|num)stat|--name-(?:only|status)|--summary|-U\d{1,3}|--unified=\d{1,3}|--ignore-(?:all-space|space-change|blank-lines)|--minimal|--patience|--histogram|--function-context|--word-diff(?:=\w+)?)$/;
const commits =
  /^(?:--oneline|--abbrev-commit|--(?:format|pretty|date)=.{0,300}|--pretty|--(?:max-count|skip)=\d{1,5}|-n?\d{1,5}|--(?:graph|reverse|merges|no-merges|first-parent|date-order|topo-order|pickaxe-regex|regexp-ignore-case)|-[iEF]|--(?:since|until|after|before|author|committer|grep)=.{0,300}|-[SG].{1,300})$/s;
/** What changes nothing here: renames are shown as two files, and all that there is are the ancestors of base. */
const needless =
  /^(?:--no-pager|--no-color|--color(?:=.*)?|--no-ext-diff|--(?:no-)?decorate(?:=\w+)?|--all|--follow|--no-renames|--find-renames.*|--(?:no-)?textconv|-[MCR]\d{0,3}%?|--cached|--staged|--worktree)$/;

export const verbs: Readonly<Record<string, Verb>> = {
  diff: { passed: changes },
  show: { passed: new RegExp(`${changes.source}|${commits.source}`, 's') },
  log: {
    passed: new RegExp(`${changes.source}|${commits.source}`, 's'),
    valued: /^(?:-n|-S|-G|--(?:since|until|after|before|author|committer|grep|format|pretty|date|max-count|skip))$/,
  },
  blame: { passed: /^(?:-[wslefn]|-L[\w,+:/.^$ -]{1,100}|--date=\w+|--show-name|--abbrev=\d+)$/, valued: /^-L$/ },
  status: {
    passed:
      /^(?:-[sbuvz]|-uno|-uall|-unormal|--short|--branch|--porcelain(?:=v[12])?|--long|--untracked-files(?:=\w+)?)$/,
  },
  restore: { passed: /^(?:--source=.{1,80}|-s.{1,80}|-[WS])$/, valued: /^(?:-s|--source)$/ },
  checkout: { passed: /(?!)/ },
};

/** Whether flags make git show what commits changed. */
export const showsChanges = (flags: readonly string[]): boolean => flags.some((flag) => changes.test(flag));

export function parsed(verb: string, words: readonly string[]): Parsed {
  const { passed, valued } = verbs[verb] ?? { passed: /(?!)/ };
  const [flags, names, paths]: [string[], string[], string[]] = [[], [], []];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.includes('\0')) return { refused: 'a word holds a NUL character' };
    if (word === '--') return { flags, names, paths: rest };
    const value = valued?.test(word) ? rest.shift() : undefined;
    if (value !== undefined) {
      const joined = word.startsWith('--') ? `${word}=${value}` : `${word}${value}`;
      if (!passed.test(joined)) return { refused: `git ${verb} ${word} ${value} is not offered here` };
      flags.push(joined);
    } else if (!word.startsWith('-') || word === '-') names.push(word);
    else if (passed.test(word)) flags.push(word);
    else if (!needless.test(word)) return { refused: `git ${verb} ${word} is not offered here` };
  }
  return { flags, names, paths };
}
