import type { BubblewrapOptions } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import type { SandboxCommand, SandboxResult } from '../../src/ports/outside/sandbox.ts';
import type { Stage } from './stage.ts';

/** What a hostile command may try, how to see that it worked, and how to try it bare without harm. */
export interface Attack {
  name: string;
  /** A script by its language; the places and tokens of the stage come as variables of the environment. */
  sh?: string;
  python?: string;
  node?: string;
  /** Whether it worked; unless told, when the command printed BREACH or the secret of the stage. */
  succeeded?: (stage: Stage, result: SandboxResult) => boolean | Promise<boolean>;
  /** Only this user could do it without a sandbox; both unless told. */
  who?: 'root' | 'ordinary';
  /** True where a kernel or a container may refuse it by itself: then there is nothing to show. */
  delicate?: boolean;
  /** Namespaces that the bare control runs in, as letters of unshare(1), so that it changes nothing of the machine. */
  apart?: string;
  /** Plants what it needs; the stage is new. */
  plant?: (stage: Stage) => void | Promise<void>;
  change?: Partial<SandboxCommand> | ((stage: Stage) => Partial<SandboxCommand>);
  limits?: Partial<BubblewrapOptions>;
  /** Cancels the command once this holds. */
  cancelled?: (stage: Stage) => boolean;
}

/** Something of the stage's `outside` was made, changed or removed. */
export const wroteOutside = (stage: Stage): boolean => stage.outsideNow() !== stage.outsideBefore;

/** A listener of the host heard the token of the stage. */
export const wasHeard = (stage: Stage): Promise<boolean> => stage.heard();

/** Something goes on writing into the work after the command has ended. */
export const stillBeats = (stage: Stage): Promise<boolean> => stage.beats();
