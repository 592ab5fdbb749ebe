import { RepoError } from '../../ports/errors.ts';

/** Null outside of any repository, where a person's own configuration is all there is. */
export async function orOutside<T>(target: () => Promise<T>): Promise<T | null> {
  try {
    return await target();
  } catch (error) {
    if (error instanceof RepoError && error.reason === 'not_a_repository') return null;
    throw error;
  }
}
