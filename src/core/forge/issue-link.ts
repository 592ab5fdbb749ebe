import type { ForgeAddress } from '../../schema/forge/pull.ts';
import { isHost, projectOf } from './remote.ts';

/** What `--issue` names: a number in the project of `origin`, or an issue of any project by its address. */
export type IssueLink = { number: number } | { number: number; host: string; project: string };

/** Null for what is neither a number nor the address of an issue. */
export function issueLinkOf(text: string): IssueLink | null {
  const plain = /^#?([1-9]\d{0,8})$/.exec(text.trim());
  if (plain) return { number: Number(plain[1]) };
  const url =
    /^https?:\/\/([^/@:?#]+(?::\d{1,5})?)\/([^?#]+?)(?:\/-)?\/(?:issues|work_items)\/([1-9]\d{0,8})\/?(?:[?#].*)?$/i.exec(
      text.trim(),
    );
  if (!url) return null;
  const [, host = '', path = '', number] = url;
  const name = host.toLowerCase().replace(/:(?:443|80)$/, '');
  const project = projectOf(path);
  return project !== null && isHost(name.replace(/:\d+$/, '')) ? { number: Number(number), host: name, project } : null;
}

/** A forge as people name it. */
export const forgeName = ({ host, project }: Pick<ForgeAddress, 'host' | 'project'>): string =>
  host === '' ? 'this machine' : `${host}/${project}`;
