/** The task as every developer gets it, and what an agent that does not know this house must be told. */
export function promptOf(task: string, folder: string): string {
  return `${task.trimEnd()}\n\n# Rules\n${rules(folder)
    .map((rule) => `- ${rule}\n`)
    .join('')}`;
}

const rules = (folder: string): string[] => [
  `Work only in ${folder}. Your edits of the files there are the result; what you say is only recorded.`,
  'Do not commit, and do not use git: there is no git directory here.',
  'Existing tests, snapshots, lock files and the configuration of tests and builds are protected: changes to them are undone and count against you. Put new tests into new files.',
  'There is nobody to ask. End when the work is done, or when you know why it cannot be done.',
];
