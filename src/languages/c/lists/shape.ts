/** A part of a build file: what it says besides sources, and the sources that it lists. */
export interface Part {
  text: string;
  sources: string[];
}

/** What is about tests is compared as it stands. */
export const aboutTests = /test|check|spec|mock|assert|bench|valgrind/i;

const source = /^(?:[\w@+-][\w@.+-]*\/)*[\w@+-][\w@.+-]*\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|ipp|s|asm)$/i;

export const isSource = (word: string): boolean => source.test(word) && !aboutTests.test(word);
