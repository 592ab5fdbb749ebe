/** Bytes by digest. Writing is durable before it returns; reading checks the digest. */
export interface Blobs {
  put(content: string | Uint8Array): Promise<string>;
  /** Throws `StateDamaged` when the blob is missing or its bytes do not match its name. */
  text(digest: string): Promise<string>;
  /** Removes those that `isUsed` does not want; returns the bytes freed. Nobody may be writing meanwhile. */
  sweep(isUsed: (digest: string) => boolean): Promise<number>;
}
