import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepOutput } from '../../src/adapters/output.ts';

const chunks = fc.array(fc.tuple(fc.constantFrom('stdout' as const, 'stderr' as const), fc.string({ maxLength: 40 })));

test('output within the limit is kept whole, whatever would happen beyond it', () => {
  fc.assert(
    fc.property(chunks, fc.constantFrom('end' as const, 'cut' as const), (written, overflow) => {
      const output = keepOutput(1_000_000, overflow, () => expect.unreachable());
      for (const [stream, text] of written) output.take(stream, Buffer.from(text));
      const { stdout, stderr, dropped } = output.result();
      expect([String(stdout), String(stderr), dropped]).toEqual([
        textOf(written, 'stdout'),
        textOf(written, 'stderr'),
        0,
      ]);
    }),
  );
});

test('of longer output the beginning and the end of each stream are kept, and what is between is counted', () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 0, max: 120 }), (written, limit) => {
      const output = keepOutput(limit, 'cut', () => expect.unreachable());
      for (const [stream, text] of written) output.take(stream, Buffer.from(text, 'latin1'));
      const result = output.result();
      let dropped = 0;
      for (const stream of ['stdout', 'stderr'] as const) {
        const all = Buffer.from(textOf(written, stream), 'latin1');
        const total = Buffer.from(textOf(written), 'latin1').length;
        const quarter = Math.floor(limit / 4);
        const lost = total > limit ? Math.max(0, all.length - 2 * quarter) : 0;
        const cut = Buffer.concat([
          all.subarray(0, quarter),
          Buffer.from(`\n[${lost} bytes cut]\n`),
          all.subarray(all.length - quarter),
        ]);
        expect(result[stream]).toEqual(lost === 0 ? all : cut);
        dropped += lost;
      }
      expect(result.dropped).toBe(dropped);
    }),
  );
});

test('output that must not pass the limit is told of when it does', () => {
  let passed = 0;
  const output = keepOutput(5, 'end', () => {
    passed += 1;
  });
  output.take('stdout', Buffer.from('abc'));
  expect(passed).toBe(0);
  output.take('stderr', Buffer.from('defg'));
  expect(passed).toBe(1);
  expect(output.result()).toEqual({ stdout: Buffer.from('abc'), stderr: Buffer.from('de'), dropped: 2 });
});

function textOf(written: [stream: 'stdout' | 'stderr', text: string][], wanted?: string): string {
  return written
    .filter(([stream]) => wanted === undefined || stream === wanted)
    .map(([, text]) => text)
    .join('');
}
