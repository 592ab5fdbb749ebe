/** What is written on a forge says which run wrote it, in a comment that people do not see. */
export const markerOf = (run: string, about: string): string => `<!-- pawl run=${run} ${about} -->`;

const anyMarker = /<!-- pawl run=([\w.-]+) (\S[^\n]*?) -->/;

/** The run that wrote a text, or null. */
export const writerOf = (text: string): string | null => anyMarker.exec(text)?.[1] ?? null;
