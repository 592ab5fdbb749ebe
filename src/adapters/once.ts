/** Made at the first use, then kept. A failure is not kept: the next use tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return () => {
    promise ??= make().catch((error: unknown) => {
      promise = null;
      throw error;
    });
    return promise;
  };
}
