import { describe } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { places } from '../../../src/languages/registry.ts';
import { sandboxContract } from './contract.ts';

describe('the sandbox that isolates nothing', () => {
  const why = 'without walls there is none';
  sandboxContract((env) => none({ equipment: places(), env }), { memory: why, pids: why, disk: why });
});
