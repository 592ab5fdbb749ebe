import { ForgeError } from '../../../ports/outside/forge.ts';

/** GitHub and Gitea give pull requests out as issues, too. */
export const notAnIssue = (host: string, number: number): ForgeError =>
  new ForgeError('unsupported', `#${number} on ${host} is a pull request, not an issue`);
