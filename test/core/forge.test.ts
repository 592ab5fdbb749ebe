import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueLinkOf } from '../../src/core/forge/issue-link.ts';
import { remoteOf } from '../../src/core/forge/remote.ts';

describe('the address of a remote', () => {
  it.each([
    ['https://github.com/acme/adder.git', 'github.com', 'acme/adder'],
    ['https://github.com/acme/adder/', 'github.com', 'acme/adder'],
    ['https://user:secret@GitHub.com/acme/adder', 'github.com', 'acme/adder'],
    ['git@github.com:acme/adder.git', 'github.com', 'acme/adder'],
    ['github.com:acme/adder', 'github.com', 'acme/adder'],
    ['ssh://git@github.com/acme/adder.git', 'github.com', 'acme/adder'],
    ['ssh://git@ssh.github.com:443/acme/adder.git', 'github.com', 'acme/adder'],
    ['ssh://git@git.example.org:2222/acme/adder.git', 'git.example.org', 'acme/adder'],
    ['https://git.example.org:8443/acme/adder', 'git.example.org:8443', 'acme/adder'],
    ['https://gitlab.com:443/a/b/c/d.git', 'gitlab.com', 'a/b/c/d'],
    ['http://127.0.0.1:3000/acme/adder.git', '127.0.0.1:3000', 'acme/adder'],
    ['git@gitlab.com:/group/sub/name.git', 'gitlab.com', 'group/sub/name'],
  ])('%s is a project on a host', (address, host, project) => {
    expect(remoteOf(address)).toEqual({ host, project });
  });

  it.each(['/srv/git/adder.git', 'file:///srv/git/adder.git', '../adder', './x', '~/x', '.', 'adder.git'])(
    '%s is a folder',
    (address) => expect(remoteOf(address)).toBe('folder'),
  );

  it.each([
    '',
    '-oProxyCommand=id',
    'ssh://-oProxyCommand=id/acme/adder',
    'ext::sh -c id',
    'ext::sh',
    'https://github.com',
    'https://github.com/',
    'https://github.com/acme',
    'https://github.com/../acme',
    'https://github.com/acme/..',
    'https://github.com/acme/ad der',
    'https://github.com/acme/adder?x=1',
    'https://github.com\n.evil.example/acme/adder',
    'https://github.com\\@evil.example/acme/adder',
    'https://evil.example#@github.com/acme/adder',
    'https://github.com%2f.evil.example/acme/adder',
    'javascript://github.com/acme/adder',
    'https://github.com:99999999/acme/adder',
    'git@github.com:acme/$(id)',
    'https://gıthub.com/acme/adder',
  ])('%j is not understood', (address) => {
    expect(remoteOf(address)).toBeNull();
  });

  it('never names a host that the address of a browser would not', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const remote = remoteOf(address);
        if (remote === null || remote === 'folder') return;
        expect(remote.host).toBe(new URL(address).host);
      }),
    );
  });
});

describe('an issue', () => {
  it.each([
    ['12', { number: 12 }],
    ['#12', { number: 12 }],
    ['https://github.com/acme/adder/issues/12', { number: 12, host: 'github.com', project: 'acme/adder' }],
    [
      'https://github.com/acme/adder/issues/12#issuecomment-1',
      { number: 12, host: 'github.com', project: 'acme/adder' },
    ],
    ['https://gitlab.com/a/b/c/-/issues/3', { number: 3, host: 'gitlab.com', project: 'a/b/c' }],
    ['https://gitlab.com/a/b/-/work_items/3', { number: 3, host: 'gitlab.com', project: 'a/b' }],
    ['http://127.0.0.1:3000/acme/adder/issues/1', { number: 1, host: '127.0.0.1:3000', project: 'acme/adder' }],
  ])('%s is understood', (text, link) => {
    expect(issueLinkOf(text)).toEqual(link);
  });

  it.each([
    ...['', '0', '-1', '1e3', 'abc', '12345678901', 'https://github.com/acme/adder/pull/1'],
    ...['https://github.com/acme/issues/1', 'https://a@evil.example/acme/adder/issues/1', 'file:///a/b/issues/1'],
    ...['https://github.com/acme/../adder/issues/1', 'https://github.com/acme/adder/issues/1;id'],
  ])('%j is not', (text) => {
    expect(issueLinkOf(text)).toBeNull();
  });
});
