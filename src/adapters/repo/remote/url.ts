/** An address as it may be shown and kept: without a user name and a password. */
export function shownUrl(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}

/** A text about an address, without what that keeps secret. */
export function withoutSecrets(text: string, address: string): string {
  const secret = /^[a-z][a-z0-9+.-]*:\/\/([^/@]*)@/i.exec(address)?.[1];
  const plain = text.replaceAll(address, shownUrl(address));
  if (secret === undefined || secret === '') return plain;
  const [, password = ''] = secret.split(':');
  const bare = plain.replaceAll(`${secret}@`, '');
  return password === '' ? bare : bare.replaceAll(password, '***');
}
