/** Commands to type next, which work from where the person is. */
export interface Hints {
  pawl(command: string): string;
  git(command: string): string;
}

export function hintsFor(options: { target?: string | undefined; config?: string | undefined }): Hints {
  const target = options.target === undefined ? '' : ` --target ${quote(options.target)}`;
  const config = options.config === undefined ? '' : ` --config ${quote(options.config)}`;
  const folder = options.target === undefined ? '' : ` -C ${quote(options.target)}`;
  return {
    pawl: (command) => `pawl ${command}${target}${config}`,
    git: (command) => `git${folder} ${command}`,
  };
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
