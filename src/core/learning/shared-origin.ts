/** The origin that clones share their lessons by: the repository's own, if it is one of those that the user listed. */
export function sharedOrigin(origin: string | null, listed: readonly string[]): string | null {
  const name = origin === null ? '' : originName(origin);
  return name !== '' && listed.some((url) => originName(url) === name) ? name : null;
}

/** One name for every way to write an address: `host/path` without user, port, scheme and `.git`. */
function originName(address: string): string {
  const text = address.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]*)(?::\d+)?(\/.*)?$/i.exec(text);
  const short = /^(?:[^/@:]+@)?([^/:@]+):(?!\/\/)(.*)$/.exec(text);
  const [host, path] = url ? [url[1], url[2]] : short ? [short[1], `/${short[2]}`] : ['', text];
  const plain = (path ?? '')
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .replace(/\/$/, '');
  return plain === '' ? '' : `${(host ?? '').toLowerCase()}${plain}`;
}
