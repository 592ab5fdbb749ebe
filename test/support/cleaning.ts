import { afterAll, afterEach } from 'vitest';
import { takeSteps } from './after.ts';

afterEach(() => takeSteps('test'));
afterAll(() => takeSteps('file'));
