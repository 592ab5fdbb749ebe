/** What opens the page of a repository. Kept between starts, so that an open page finds a restarted server again. */
export interface Door {
  /** The secret that allows reading runs and answering questions. */
  token: string;
  /** Where the page was last; null before the first time. */
  port: number | null;
}

/** Made at the first call, readable by this user alone. A port that is given is remembered. */
export type OpenDoor = (port?: number) => Promise<Door>;
