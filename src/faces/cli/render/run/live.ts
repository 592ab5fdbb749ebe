import { cut, wrap } from '../../terminal/layout.ts';
import { strip } from '../../terminal/text.ts';

export interface Live {
  /** Prints lines above the one that is rewritten in place, wrapped at so many columns (all that there are). */
  print(lines: string[], columns?: number): void;
  draw(): void;
  close(): void;
}

/** A line at the bottom of the terminal that says what is going on, redrawn until closed. */
export function startLive(options: {
  write: (text: string) => void;
  dim: (text: string) => string;
  /** What it says, in at most so many columns. */
  line: (columns: number) => string;
  columns: () => number;
  /** What a person is typing, shown instead. */
  draft?: () => string;
}): Live {
  const { write } = options;
  let frame = 0;
  const draw = (): void => {
    const room = options.columns() - 3;
    const draft = options.draft?.() ?? '';
    const text = draft === '' ? options.dim(strip(options.line(room))) : strip(tail(`> ${draft}`, room));
    write(`${eraseLine}${frames[frame % frames.length]} ${text}`);
  };
  const timer = setInterval(() => {
    frame++;
    draw();
  }, 120);
  draw();
  return {
    draw,
    print(lines, columns = options.columns()) {
      const rows = lines.flatMap((line) => wrap(line, columns));
      if (rows.length > 0) write(`${eraseLine}${rows.map((line) => `${line}\n`).join('')}`);
      draw();
    },
    close() {
      clearInterval(timer);
      write(eraseLine);
    },
  };
}

/** The end of a text that is being typed. */
function tail(text: string, columns: number): string {
  return text.length < columns ? text : `…${cut(text.slice(-(columns - 1)), columns - 1)}`;
}

const eraseLine = '\r\u001b[2K';
const frames = ['|', '/', '-', '\\'];
