import { clock } from '../../words.ts';
import type { CliIo } from '../io.ts';
import { type Live, startLive } from '../render/run/live.ts';
import type { Style } from '../render/style.ts';
import type { Output } from '../terminal/output.ts';

interface Shown {
  io: Pick<CliIo, 'now'>;
  out: Output;
  style: Style;
  json: boolean;
  quiet: boolean;
}

/** Says on a terminal that work goes on, and for how long, until it is done. */
export async function busy<T>(session: Shown, doing: string, work: () => Promise<T>): Promise<T> {
  const sign = busySign(session, doing);
  try {
    return await work();
  } finally {
    sign.hide();
  }
}

export interface BusySign {
  /** For the time of a question. */
  hide(): void;
  show(): void;
}

export function busySign({ io, out, json, style, quiet }: Shown, doing: string): BusySign {
  const now = io.now ?? Date.now;
  const began = now();
  let live: Live | null = null;
  const sign: BusySign = {
    hide() {
      live?.close();
      live = null;
    },
    show() {
      if (json || quiet || !out.live || live) return;
      const line = () => `${clock(now() - began)} · ${doing}`;
      live = startLive({ write: out.raw, dim: style.paint.dim, line, columns: out.columns });
    },
  };
  sign.show();
  return sign;
}
