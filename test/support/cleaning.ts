import { afterAll, afterEach } from 'vitest';
import { takeSteps } from './after.ts';

afterEach(() => takeSteps('test'));
afterAll(() => takeSteps('file'));

// As the command does: a worker that makes them quicker takes seconds of processor time for it.
const { translateSimply } = await import(new URL('../../bin/compiled.js', import.meta.url).href);
translateSimply();
