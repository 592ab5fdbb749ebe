/** Commands to type next, which work from where the person is. */
export interface Hints {
  pawl(command: string): string;
  git(command: string): string;
}

interface Whereabouts {
  target?: string | undefined;
  config?: string | undefined;
  /** A state folder that is not the person's own. */
  state?: string;
  /** How Pawl is called where it is not on the path. */
  program?: string;
}

export function hintsFor(options: Whereabouts): Hints {
  const target = options.target === undefined ? '' : ` --target ${quoted(options.target)}`;
  const config = options.config === undefined ? '' : ` --config ${quoted(options.config)}`;
  const folder = options.target === undefined ? '' : ` -C ${quoted(options.target)}`;
  const state = options.state === undefined ? '' : `XDG_STATE_HOME=${quoted(options.state)} `;
  return {
    pawl: (command) => `${state}${options.program ?? 'pawl'} ${command}${target}${config}`,
    git: (command) => `git${folder} ${command}`,
  };
}

/** A command of git or pawl, as it works from where the person is. */
export function hinted(command: string, hints: Hints): string {
  const [program, ...words] = command.split(' ');
  return (program === 'pawl' ? hints.pawl : hints.git)(words.join(' '));
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
