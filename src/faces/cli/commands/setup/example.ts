/** The text under a command's options. */
export const example = (command: string): string => `\nExample:\n  $ ${command}`;
