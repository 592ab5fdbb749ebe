import { rm } from 'node:fs/promises';

type Step = () => unknown;
const steps: Record<'test' | 'file', Step[]> = { test: [], file: [] };

/**
 * What is done when a test, or the file it stands in, has ended. Modules must ask here: a worker keeps them for several
 * files, and a hook of vitest's in one of them would count for the first file alone.
 */
export function after(ended: 'test' | 'file', step: Step): void {
  steps[ended].push(step);
}

/** A folder that goes away with the test, or with the file, that asked for it. */
export function removeAfter(ended: 'test' | 'file', folder: string): void {
  after(ended, () => rm(folder, { recursive: true, force: true }));
}

export async function takeSteps(ended: 'test' | 'file'): Promise<void> {
  for (const step of steps[ended].splice(0)) await step();
}
