import type { Style } from '../../code/bare-code.ts';

/** Code that looks at where it runs, and so may tell a judge from a user. */
export interface Sighting {
  /** Counted from 1. */
  line: number;
  /** A verb and what it is about: `reads process.argv`. */
  what: string;
  /** It changes what runs it, or reaches where no product needs to in order to pass its tests. */
  meddles?: true;
}

/** What a whole file looks at; null where it cannot be read as code of the language. */
export type FindSightings = (path: string, text: string) => Promise<Sighting[] | null>;

/** With what a file changes although it is not its own. */
export function withPatches(
  find: FindSightings,
  patches: (path: string, text: string) => Promise<Sighting[]>,
): FindSightings {
  return async (path, text) => {
    const sightings = await find(path, text);
    return sightings === null ? null : [...sightings, ...(await patches(path, text))];
  };
}

/** By what a type says what it equals, is greater than or converts to, and what only looks like a value: tests compare by them. */
export interface Equality {
  code: Style;
  says(text: string): RegExp[];
  /** Blocks are lines further in, not braces. */
  indented?: true;
}

/** Files that tell about the machine, its mounts, its users and its processes. */
export const machineFiles =
  /^\/(?:proc|sys)(?:\/|$)|^\/etc\/(?:mtab|hostname|hosts|passwd|group|machine-id|os-release)$|^\/\.dockerenv$|^\/run\/\.containerenv$|^\/var\/run\/docker/;

/** Places where tests are. */
export const testPlaces =
  /(?:^|[/\\])(?:tests?|__tests__|specs?)(?:[/\\]|$)|[._-](?:test|spec)\.\w+$|(?:^|[/\\])test_\w*/i;

/** Programs whose whole answer is about where they run. */
export const machinePrograms =
  /^(?:ps|pstree|pgrep|hostname|whoami|id|mount|findmnt|env|printenv|uname|lsns|who)(?:\s|$)/;
