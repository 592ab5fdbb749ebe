import { wrap } from '../../layout.ts';
import { scrub } from '../../text.ts';
import { type Progress, statusLine } from './progress.ts';

export interface Live {
  /** Prints lines above the one that is rewritten in place. */
  print(lines: string[]): void;
  close(): void;
}

/** A line at the bottom of the terminal that says what is going on, redrawn until closed. */
export function startLive(options: {
  write: (text: string) => void;
  dim: (text: string) => string;
  progress: () => Progress;
  now: () => number;
  columns: () => number;
}): Live {
  const { write } = options;
  const began = options.now();
  let frame = 0;
  const draw = (): void => {
    const line = statusLine(scrub(options.progress()), options.now() - began, options.columns() - 3);
    write(`${eraseLine}${frames[frame % frames.length]} ${options.dim(line)}`);
  };
  const timer = setInterval(() => {
    frame++;
    draw();
  }, 120);
  draw();
  return {
    print(lines) {
      if (lines.length > 0)
        write(
          `${eraseLine}${lines
            .flatMap((line) => wrap(line, options.columns()))
            .map((line) => `${line}\n`)
            .join('')}`,
        );
      draw();
    },
    close() {
      clearInterval(timer);
      write(eraseLine);
    },
  };
}

const eraseLine = '\r\u001b[2K';
const frames = ['|', '/', '-', '\\'];
