const mark = /\[redacted:[^\]\n]{1,40}\]/g;

/** The marks in a text that stand where secrets were. */
export const marksIn = (text: string): string[] => text.match(mark) ?? [];
