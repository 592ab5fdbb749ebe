import type { Style } from '../../code/bare-code.ts';

/** Code that looks at where it runs, and so may tell a judge from a user. */
export interface Sighting {
  /** Counted from 1. */
  line: number;
  /** A verb and what it is about: `reads process.argv`. */
  what: string;
  /** Whether honest products seldom do so; a program that reads its arguments does nothing odd. */
  strong: boolean;
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

/** Variables that test runners and their machines set. */
export const testVariables =
  /^(?:JEST_\w+|VITEST\w*|NODE_ENV|NODE_TEST_\w+|NODE_V8_COVERAGE|MOCHA\w*|TAP\w*|AVA_\w+|BABEL_ENV|PYTEST\w*|TOX\w*|NOX\w*|COV\w*|UNITTEST\w*|CI|CONTINUOUS_INTEGRATION|GITHUB_\w+|GITLAB_\w+|BUILD_\w+|TEST|TESTING|TEST_\w+|PAWL\w*|npm_\w+|INIT_CWD|CARGO_\w*|RUST_TEST\w*|RUST_BACKTRACE|NEXTEST\w*|RUSTC_\w+|GOCACHEPROG|GO_TEST\w*|SUREFIRE\w*|MAVEN_\w+)$/;

/** Files that tell about the machine, its mounts, its users and its processes. */
export const machineFiles =
  /^\/(?:proc|sys)(?:\/|$)|^\/etc\/(?:mtab|hostname|hosts|passwd|group|machine-id|os-release)$|^\/\.dockerenv$|^\/run\/\.containerenv$|^\/var\/run\/docker/;

/** Places where tests are. */
export const testPlaces =
  /(?:^|[/\\])(?:tests?|__tests__|specs?)(?:[/\\]|$)|[._-](?:test|spec)\.\w+$|(?:^|[/\\])test_\w*/i;

/** Programs whose whole answer is about where they run. */
export const machinePrograms =
  /^(?:ps|pstree|pgrep|hostname|whoami|id|mount|findmnt|env|printenv|uname|lsns|who)(?:\s|$)/;
