import type { GitFault, Push } from '../../../ports/outside/repo.ts';
import type { Address } from './remotes.ts';

interface Answer {
  exit_code: number;
  stdout: string;
  stderr: string;
}

const denied =
  /Authentication failed|could not read (?:Username|Password)|Permission denied|Host key verification failed|access denied|terminal prompts disabled|error: 40[13]|Invalid username or (?:password|token)/i;
const absent =
  /does not appear to be a git repository|repository .*not found|No such (?:device|file)|not found: did you run|error: 404|not exported/i;
const unreachable =
  /Could not resolve|Connection (?:refused|timed out|reset)|unable to connect|Failed to connect|hung up unexpectedly|unexpected disconnect|early EOF|error: 5\d\d|HTTP 5\d\d|timed out|unreachable|Could not read from remote/i;
const raced = /stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref/;

/** What git said about a remote, as data. Git speaks English here: its messages are set to. */
export function faultOf({ exit_code, stdout, stderr }: Answer, remote: Address, { branch }: Push): GitFault {
  const about = { command: `git push ${remote.name} ${branch}`, exit_code };
  const refusal = /^!\t[^\t]*\t\[(remote )?rejected\] \((.*)\)$/m.exec(stdout);
  if (refusal) {
    const [, byRemote, why = ''] = refusal;
    if (!byRemote || raced.test(why))
      return {
        ...about,
        reason: 'moved',
        message: `${branch} on ${remote.name} has moved (${why})`,
        cure: `look at it with git fetch ${remote.name} ${branch}, then push by hand`,
        passing: false,
      };
    const words = [...stderr.matchAll(/^remote: (.*\S)\s*$/gm)].map(([, line = '']) => line).join(' ');
    return {
      ...about,
      reason: 'rejected',
      message: `${remote.name} rejected ${branch}: ${why}${words === '' ? '' : ` (${words.slice(0, 300)})`}`,
      cure: 'change what the remote asks for, or push another branch',
      passing: false,
    };
  }
  const line = lineOf(stderr);
  if (denied.test(stderr))
    return {
      ...about,
      reason: 'denied',
      message: `${remote.url} refused access: ${line}`,
      cure: `check that \`git push ${remote.name}\` works in your shell without a question`,
      passing: false,
    };
  if (absent.test(stderr))
    return {
      ...about,
      reason: 'no_remote',
      message: `${remote.url} is not a repository: ${line}`,
      cure: `set the address with git remote set-url ${remote.name} URL`,
      passing: false,
    };
  const passing = unreachable.test(stderr);
  return {
    ...about,
    reason: passing ? 'unreachable' : 'failed',
    message: passing ? `${remote.url} cannot be reached: ${line}` : `git could not push to ${remote.url}: ${line}`,
    cure: passing ? 'check the network, then push by hand' : 'push by hand to see the whole message',
    passing,
  };
}

/** The line that says most: git's own words come before general advice. */
function lineOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const telling = lines.find((line) => /^(?:fatal|error|ssh|ERROR)\b/.test(line)) ?? lines.find((line) => line !== '');
  return (telling ?? 'no message').slice(0, 300);
}
