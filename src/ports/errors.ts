import { faultText, type PlanFault } from '../schema/run/plan.ts';
import type { SecretPlace } from '../schema/settings/init.ts';

/** What goes wrong in a way that a person can act on: one line, a reason, and the exit code it means. */
export class PawlError extends Error {
  readonly reason: string;
  readonly exitCode: number;

  constructor(reason: string, message: string, exitCode: number) {
    super(message);
    this.name = 'PawlError';
    this.reason = reason;
    this.exitCode = exitCode;
  }
}

/** Usage or configuration: exit 2. */
export class ConfigError extends PawlError {
  constructor(message: string, reason = 'config') {
    super(reason, message, 2);
  }
}

/** A plan that cannot be carried out: nothing was written. */
export class PlanRefused extends ConfigError {
  readonly faults: PlanFault[];

  constructor(faults: PlanFault[]) {
    super(`the plan cannot be carried out: ${faults.map(faultText).join('; ')}`, 'plan_refused');
    this.faults = faults;
  }
}

/** The machine lacks something: exit 8. */
export class Unfit extends PawlError {
  constructor(message: string, reason = 'unfit') {
    super(reason, message, 8);
  }
}

/** No model can be reached; what works without one does. */
export class NoModel extends Unfit {
  constructor(message: string) {
    super(message, 'no_credentials');
  }
}

export type RepoFault =
  | 'no_target'
  | 'not_a_repository'
  | 'bare'
  | 'unborn'
  | 'checked_out'
  | 'too_many_files'
  | 'too_large'
  | 'git_failed'
  | 'git_read_only'
  | 'git_timeout';

export class RepoError extends PawlError {
  constructor(reason: RepoFault, message: string) {
    super(reason, message, reason.startsWith('git_') ? 8 : 2);
  }
}

/** A commit that would hold secrets: nothing was written. */
export class SecretsFound extends PawlError {
  readonly places: SecretPlace[];

  constructor(places: SecretPlace[]) {
    const named = places.slice(0, 10).map(({ file, line, what }) => `${file}:${line} (${what})`);
    const more = places.length > named.length ? ` and ${places.length - named.length} more` : '';
    super(
      'secrets',
      `nothing was committed, because of ${named.join(', ')}${more}: add the files to .gitignore, or take the secrets out`,
      2,
    );
    this.places = places;
  }
}

export class PathRefused extends PawlError {
  constructor(message: string) {
    super('path_refused', message, 2);
  }
}

export class RunOwned extends PawlError {
  constructor(run: string, owner: string) {
    super('owned', `run ${run} is already running in ${owner}`, 2);
  }
}

export class LeaseLost extends PawlError {
  constructor(run: string) {
    super('lease_lost', `another process has taken over run ${run}`, 2);
  }
}

/** Stored state that does not read back as it was written. */
export class StateDamaged extends PawlError {
  constructor(message: string) {
    super('damaged', message, 8);
  }
}
