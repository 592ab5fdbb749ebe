import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { deliver, finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { right } from './support/projects.ts';
import { setting } from './support/single.ts';
import { terminal } from './support/terminal.ts';

const fix = { title: 'Make add add', kind: 'fix', acceptance: ['two and three make five'], effort_hours: 1 };

describe('a question at a terminal', () => {
  const isMissing = spawnSync('script', ['--version']).status !== 0;
  test.skipIf(isMissing)(
    'that is answered elsewhere closes, and the terminal shows the run to its end (needs script)',
    async ({ place }) => {
      let steer = (): void => undefined;
      const steered = new Promise<void>((resolve) => {
        steer = resolve;
      });
      const script: Script = async (request) => {
        if (JSON.stringify(request.tools).includes('depends_on')) return turns([deliver({ tasks: [fix] })])(request);
        // The developer is slow: it works until a person has steered it from the first terminal.
        await steered;
        return turns([write('add.js', right), finish()])(request);
      };
      const scene = await setting(place, script);
      const first = terminal(place, ['run', 'make it add', ...scene.here, '--improve', '0'], 'true');
      await first.shows('Proceed? (yes');
      const second = place.pawl(['answer', 'yes', ...scene.here]);
      await first.shows('Answered in another terminal.', 'confirmed by you', 'attempt');
      first.types('keep it short');
      await first.shows('you said  keep it short');
      steer();
      expect(await first.ended, first.screen()).toBe(0);
      expect(first.screen()).not.toContain('waiting for you');
      await first.shows('commit', 'completed');
      expect(await second).toMatchObject({ code: 0, stderr: '' });
    },
  );
});
