interface Output {
  take(stream: 'stdout' | 'stderr', chunk: Buffer): void;
  result(): { stdout: Buffer; stderr: Buffer; dropped: number };
}

/**
 * What a process writes, up to a limit for both streams together. Beyond it either `onOverflow` is called and the rest is
 * lost, or each stream keeps its beginning and its end, a quarter of the limit each, and says how much was between them.
 */
export function keepOutput(limit: number, overflow: 'end' | 'cut', onOverflow: () => void): Output {
  const whole = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let ends: { stdout: Ends; stderr: Ends } | null = null;
  let size = 0;

  return {
    take: (stream, chunk) => {
      const free = limit - size;
      size += chunk.length;
      if (ends !== null) return ends[stream].add(chunk);
      if (size <= limit) return void whole[stream].push(chunk);
      if (overflow === 'end') {
        if (free > 0) whole[stream].push(chunk.subarray(0, free));
        return onOverflow();
      }
      const quarter = Math.floor(limit / 4);
      ends = { stdout: endsOf(whole.stdout, quarter), stderr: endsOf(whole.stderr, quarter) };
      ends[stream].add(chunk);
    },
    result: () => ({
      stdout: ends?.stdout.read() ?? Buffer.concat(whole.stdout),
      stderr: ends?.stderr.read() ?? Buffer.concat(whole.stderr),
      dropped: ends === null ? Math.max(0, size - limit) : ends.stdout.dropped() + ends.stderr.dropped(),
    }),
  };
}

interface Ends {
  add(chunk: Buffer): void;
  dropped(): number;
  read(): Buffer;
}

/** The first and the last `capacity` bytes of a stream that begins with `chunks`. The last ones go round in a ring. */
function endsOf(chunks: Buffer[], capacity: number): Ends {
  const head = Buffer.alloc(capacity);
  const ring = Buffer.alloc(capacity);
  let [headSize, tailSize] = [0, 0];

  const add = (chunk: Buffer): void => {
    const front = chunk.copy(head, headSize, 0);
    headSize += front;
    // Of a chunk that is longer than the ring, only its end would be left.
    const skipped = Math.max(0, chunk.length - front - capacity);
    const rest = chunk.subarray(front + skipped);
    tailSize += skipped;
    const upToEdge = rest.copy(ring, tailSize % Math.max(1, capacity));
    rest.copy(ring, 0, upToEdge);
    tailSize += rest.length;
  };
  for (const chunk of chunks.splice(0)) add(chunk);

  const dropped = (): number => Math.max(0, tailSize - capacity);
  return {
    add,
    dropped,
    read: () => {
      const turn = dropped() === 0 ? 0 : tailSize % Math.max(1, capacity);
      const tail = Buffer.concat([ring.subarray(turn), ring.subarray(0, turn)]).subarray(
        0,
        Math.min(tailSize, capacity),
      );
      const note = dropped() === 0 ? '' : `\n[${dropped()} bytes cut]\n`;
      return Buffer.concat([head.subarray(0, headSize), Buffer.from(note), tail]);
    },
  };
}
