/** Left-aligned columns, two spaces apart. Where they are wider than `columns`, the longest cells are cut, but for `whole` columns. */
export function table(rows: string[][], columns = Number.POSITIVE_INFINITY, whole: number[] = []): string[] {
  const widths = widthsOf(rows);
  const fitting = narrowed(widths, columns - gap * (widths.length - 1), whole);
  return rows.map((row) =>
    row
      .map((cell, i) => padded(cut(cell, fitting[i] ?? 0), fitting[i] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

/** The same, where one column, the last unless told, goes on in lines of its own instead of being cut. */
export function wrappedTable(
  rows: string[][],
  columns = Number.POSITIVE_INFINITY,
  flowing = (rows[0]?.length ?? 1) - 1,
): string[] {
  const natural = Math.max(...rows.map((row) => widthOf(row[flowing] ?? '')));
  const others = rows.map((row) => row.filter((_, at) => at !== flowing));
  const widths = widthsOf(others);
  const spaces = gap * widths.length;
  const fitting = narrowed(widths, columns - spaces - Math.min(natural, readable), []);
  const rest = columns - spaces - fitting.reduce((sum, width) => sum + width, 0);
  const width = Math.min(natural, Math.max(readable, rest));
  return rows.flatMap((row, at) =>
    wrap(row[flowing] ?? '', width).map((part, line) => {
      const cells = (line === 0 ? (others[at] ?? []) : []).map((cell, i) => cut(cell, fitting[i] ?? 0));
      const padding = fitting.map((each, i) => padded(cells[i] ?? '', each));
      return padding.toSpliced(flowing, 0, padded(part, width)).join(' '.repeat(gap)).trimEnd();
    }),
  );
}

const readable = 24;
const gap = 2;

function widthsOf(rows: string[][]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    });
  return widths;
}

/** No column gets narrower for the sake of the others. */
const narrowest = 12;

/** Takes what is too much from the widest, but for the columns that stay whole. */
function narrowed(widths: number[], room: number, whole: number[]): number[] {
  const fitting = [...widths];
  const total = () => fitting.reduce((sum, width) => sum + width, 0);
  while (total() > room) {
    const widest = Math.max(0, ...fitting.filter((_, column) => !whole.includes(column)));
    if (widest <= narrowest) return fitting;
    const column = fitting.findLastIndex((width, at) => width === widest && !whole.includes(at));
    fitting[column] = widest - 1;
  }
  return fitting;
}

/** A text of at most so many columns, whose missing end is marked. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let head = '';
  let width = 1;
  for (const char of text) {
    width += charWidth(char);
    if (width > columns) break;
    head += char;
  }
  const space = head.lastIndexOf(' ');
  const isWithinWord = text[head.length] !== ' ' && space > head.length / 2;
  return `${(isWithinWord ? head.slice(0, space) : head).trimEnd()}…`;
}

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** The lines that a text takes where there are so many columns: those that go on stand under the text of the first. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = hanging(line, columns);
  const [, before = '', command, after = ''] = commands.exec(line) ?? [];
  if (command === undefined) return filled(line, indent, columns);
  // A command is copied: broken into lines, its first one might do something else.
  if (widthOf(indent + command) > columns) {
    const label = before.trim() === '' ? [] : filled(before.trimEnd(), indent, columns);
    return [...label, command, ...more(after, indent, columns)];
  }
  if (widthOf(before) <= indent.length) return [`${before}${command}`, ...more(after, indent, columns)];
  return [...filled(before.trimEnd(), indent, columns), `${indent}${command}`, ...more(after, indent, columns)];
}

const more = (text: string, indent: string, columns: number): string[] =>
  text === '' ? [] : filled(`${indent}${text}`, indent, columns);

function filled(line: string, indent: string, columns: number): string[] {
  const lines: string[] = [];
  let now = '';
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const joined = now === '' ? word : `${now} ${word}`;
    if (now !== '' && widthOf(joined) > columns) {
      lines.push(now);
      now = `${indent}${word}`;
    } else now = joined;
  }
  return [...lines, now];
}

/** Under what comes after a label, a time or a dash; where that leaves little room, at the left. */
function hanging(line: string, columns: number): string {
  const [head = ''] =
    /^(?:pawl: (?:note: )?)?(?:\d{4}-\d\d-\d\d \d\d:\d\d {2})?(?:\d\d:\d\d:\d\d )?(?:\S[^\n]{0,8} {2,}| +)?(?:- )?/.exec(
      line.replace(escapes, ''),
    ) ?? [];
  return ' '.repeat(head.length > columns / 2 ? 2 : head.length);
}

const escapes = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;]*m`, 'g');
/** What stands before a command, after a colon or a gap; the command; and the sentence after it. */
const commands = new RegExp(
  `^(.*?(?:: +|; see )|(?:\\d\\d:\\d\\d:\\d\\d )?\\S* {2,})((?:${String.fromCharCode(0x1b)}\\[[0-9;]*m)*(?:[A-Z_]+=\\S+ )?(?:git|mv|pawl) .*?)(?:(?<=[.;]) (.*))?$`,
);
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const none = /\p{Mn}|\u200b|\u200c|\u200d|\ufe0f/u;

/** How many columns a text takes on a terminal; colours take none. */
export function widthOf(text: string): number {
  const plain = text.replace(escapes, '');
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length;
  let width = 0;
  for (const char of plain) width += charWidth(char);
  return width;
}

const charWidth = (char: string): number => (none.test(char) ? 0 : wide.test(char) ? 2 : 1);
