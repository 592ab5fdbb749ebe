/** Started at the first use and never again: every use has the same outcome, also where that is a failure. */
export function startedOnce<T>(start: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | null = null;
  return () => {
    outcome ??= start();
    return outcome;
  };
}
