import { aboutTests, isSource, type Part } from './shape.ts';

/** The lines of a Makefile. */
export function makeParts(text: string): Part[] {
  return text
    .replace(/\\\r?\n[ \t]*/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      if (/^\s*(?:#.*)?$/.test(line)) return [];
      // What a line of commands says is done as it stands.
      const [, head = '', rest = ''] =
        /^(?!\t)((?:[\w.]+\s*[:+?]?=|[\w./ -]+:(?![:=]))\s*)([^=#;|]*)$/.exec(line) ?? [];
      if (head === '' || aboutTests.test(line) || steers.test(head)) return [{ text: line, sources: [] }];
      const words = rest.split(/\s+/).filter((one) => one !== '');
      return [
        {
          text: [head.trim(), ...words.filter((one) => !isListed(one))].join(' '),
          sources: words.filter(isListed),
        },
      ];
    });
}

const isListed = (one: string): boolean => isSource(one.replace(/\.(?:o|lo|obj)$/, '.c'));

/** Programs and their flags. */
const steers = /(?:FLAGS|ARGS|OPTS|LIBS|CC|CXX|CPP|LD|AR|SHELL|PATH|RUN\w*|CMD|COMMAND|INCLUDES?)\s*[:+?]?=/;
