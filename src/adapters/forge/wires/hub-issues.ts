import type { Clock } from '../../../ports/clock.ts';
import type { Forge } from '../../../ports/outside/forge.ts';
import { hubComment, hubIssue } from '../../../schema/forge/answers.ts';
import { allPages, type Client } from '../client.ts';
import { createOnce } from '../create-once.ts';
import { notAnIssue } from './not-an-issue.ts';

interface HubProject {
  client: Client;
  host: string;
  /** The path of the project in the API. */
  repo: string;
  clock: Clock;
  /** What a page of comments is asked for with. */
  paging: string;
}

/** Issues and their comments, for which GitHub, Gitea and Forgejo have the same API. */
export function hubIssues({ client, host, repo, clock, paging }: HubProject): Pick<Forge, 'issue' | 'comment'> {
  const comments = (number: number) => client.pages(`${repo}/issues/${number}/comments${paging}`, hubComment);
  const linkOf = async (number: number, marker: string): Promise<string | null> => {
    for await (const page of comments(number)) {
      const own = page.find((comment) => comment.body.includes(marker));
      if (own) return own.html_url;
    }
    return null;
  };

  return {
    async issue(number) {
      const issue = await client.ask({ method: 'GET', path: `${repo}/issues/${number}` }, hubIssue);
      if (issue.pull_request !== undefined && issue.pull_request !== null) throw notAnIssue(host, number);
      const discussion = (await allPages(comments(number))).map(({ user, body, created_at }) => ({
        author: user,
        body,
        at: created_at,
      }));
      const { html_url: url, title, body, user: author, state } = issue;
      return { number, url, title, body, author, state, comments: discussion };
    },

    comment: ({ number }, body, marker) =>
      createOnce(
        clock,
        () => linkOf(number, marker),
        async () => {
          const call = { method: 'POST' as const, path: `${repo}/issues/${number}/comments`, body: { body } };
          return (await client.ask(call, hubComment)).html_url;
        },
      ),
  };
}
