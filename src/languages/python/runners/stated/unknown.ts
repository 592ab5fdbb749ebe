/** Stands for what only the tool that reads a setting can tell: the temporary folder of an environment. */
export const unknownWord = '\u0000';
