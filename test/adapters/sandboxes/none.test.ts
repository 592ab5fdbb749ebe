import { describe } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { sandboxContract } from './contract.ts';

describe('the sandbox that isolates nothing', () => {
  sandboxContract((env) => none({ env }));
});
