import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { said, watchedRun } from './watched.ts';

const found = spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' });

describe.skipIf(found.status !== 0)('go (needs go)', () => {
  test('names each test that does not end, also an inner one, and runs the others', async () => {
    const run = await watchedRun(
      {
        'go.mod': 'module example.com/calc\n\ngo 1.21\n',
        'a/a_test.go': `package a

import "testing"

func TestFine(t *testing.T) {}

func TestLoops(t *testing.T) {
	t.Run("quick", func(t *testing.T) {})
	t.Run("slow (a|b)", func(t *testing.T) {
		for {
		}
	})
}

func TestThen(t *testing.T) { t.Error("no") }
`,
        'b/b_test.go': 'package b\n\nimport "testing"\n\nfunc TestWaits(t *testing.T) { <-make(chan int) }\n',
        'd/d_test.go': `package d

import (
	"fmt"
	"testing"
	"time"
)

func TestPrints(t *testing.T) {
	for {
		fmt.Println("still here")
		time.Sleep(time.Millisecond)
	}
}
`,
        'c/c_test.go':
          'package c\n\nimport "testing"\n\nfunc TestLoops(t *testing.T) {}\n\nfunc TestWaits(t *testing.T) {}\n',
      },
      { env: { GOCACHE: found.stdout.trim() } },
    );
    expect(run).toMatchObject({ runner: 'go', outcome: 'ok' });
    expect(run.errors).toEqual([]);
    expect(said(run)).toEqual({
      'a/a_test.go > TestFine': 'passed',
      'a/a_test.go > TestLoops': 'passed',
      'a/a_test.go > TestLoops > quick': 'passed',
      'a/a_test.go > TestLoops > slow_(a|b)': 'hang',
      'a/a_test.go > TestThen': 'failed',
      'b/b_test.go > TestWaits': 'hang',
      'c/c_test.go > TestLoops': 'passed',
      'c/c_test.go > TestWaits': 'passed',
      'd/d_test.go > TestPrints': 'hang',
    });
  }, 200_000);
});
