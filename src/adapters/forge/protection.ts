import { ForgeError } from '../../ports/outside/forge.ts';
import { branchRule } from '../../schema/forge/answers.ts';
import type { Client } from './client.ts';

/**
 * What a forge says of a branch: GitHub only that it is protected, GitLab and Gitea also whether this user may push to
 * it all the same.
 */
export async function isProtectedOn(client: Client, path: string): Promise<boolean> {
  try {
    const { protected: isProtected, can_push, user_can_push } = await client.ask({ method: 'GET', path }, branchRule);
    return isProtected && (can_push ?? user_can_push ?? false) === false;
  } catch (error) {
    if (error instanceof ForgeError && error.reason === 'not_found') return false;
    throw error;
  }
}
