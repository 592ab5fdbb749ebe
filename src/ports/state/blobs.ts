/** Bytes by digest. Writing is durable before it returns; reading checks the digest. */
export interface Blobs {
  put(content: string | Uint8Array): Promise<string>;
  /** Throws `StateDamaged` when the blob is missing or its bytes do not match its name. */
  text(digest: string): Promise<string>;
  /**
   * Removes the blobs for which `isUsed` returns false; returns the bytes freed. Must not run while others write blobs.
   */
  sweep(isUsed: (digest: string) => boolean): Promise<number>;
}
