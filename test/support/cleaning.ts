import { afterAll, afterEach } from 'vitest';
import { translateSimply } from '../../src/adapters/parsers/wasm.ts';
import { takeSteps } from './after.ts';

afterEach(() => takeSteps('test'));
afterAll(() => takeSteps('file'));

// As the command does: a worker that makes them quicker takes seconds of processor time for it.
translateSimply();
