import type { EventOf } from '../../../../schema/run/event.ts';

/** The repository, and the folder in it where it is only about one. */
export function repositoryOf({ target, scope }: EventOf<'run.started'>): string {
  if (scope === '' || scope === '.') return target;
  return `${target.endsWith(`/${scope}`) ? target.slice(0, -scope.length - 1) : target}, in ${scope}`;
}
