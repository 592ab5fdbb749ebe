import { describe, expect, test } from 'vitest';
import type { HistoryAnswer } from '../../src/ports/outside/repo.ts';
import { recentLines } from '../../src/repair/places/recent.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
const texts = new Map([
  ['lib.js', lines(40)],
  ['new.js', lines(4)],
]);
const diff = `diff --git a/lib.js b/lib.js
--- a/lib.js
+++ b/lib.js
@@ -3 +3,2 @@ function a() {
-old
+line 3
+line 4
@@ -20,2 +21,0 @@
-gone
-gone
diff --git a/new.js b/new.js
--- /dev/null
+++ b/new.js
@@ -0,0 +1,4 @@
+line 1
`;
const answering = (answer: HistoryAnswer) => ({ ask: async () => answer });

describe('lines that were changed lately', () => {
  test('are those that the last commits brought, in files that are not new as a whole', async () => {
    const isRecent = await recentLines(answering({ text: diff }), texts);
    const recent = [...texts.keys()].flatMap((path) =>
      Array.from({ length: 40 }, (_, at) => at + 1).flatMap((line) =>
        isRecent(path, line) ? [`${path}:${line}`] : [],
      ),
    );
    expect(recent).toEqual(['lib.js:3', 'lib.js:4']);
  });

  test.each([
    ['git refuses', answering({ refused: 'there is no such commit' })],
    ['nobody can tell', undefined],
  ])('are none where %s', async (_title, history) => {
    const isRecent = await recentLines(history, texts);
    expect(isRecent('lib.js', 3)).toBe(false);
  });
});
