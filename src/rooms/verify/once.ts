/** Made at the first use, then kept, as it came out. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= make();
    return result;
  };
}
