/** Waits until all of it is done, whatever becomes of each, then throws the first fault. */
export async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}
