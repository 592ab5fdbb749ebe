import { describe, expect, test } from 'vitest';
import { sharedOrigin } from '../../../src/core/learning/shared-origin.ts';

const shop = 'example.com/team/shop';

describe('an origin that the user lists', () => {
  test.each([
    'https://example.com/team/shop',
    'https://example.com/team/shop.git',
    'https://user:secret@Example.com:8443/team/shop.git/',
    'ssh://git@example.com/team/shop.git',
    'git@example.com:team/shop.git',
    'example.com:team/shop',
    'git@example.com:/team//shop',
  ])('is the same however it is written: %s', (address) => {
    expect(sharedOrigin(address, ['git@example.com:team/shop.git'])).toBe(shop);
    expect(sharedOrigin('https://example.com/team/shop', ['x', address])).toBe(shop);
  });

  test('may be a folder of this machine', () => {
    expect(sharedOrigin('/srv/git/shop.git', ['/srv/git/shop'])).toBe('/srv/git/shop');
    expect(sharedOrigin('file:///srv/git/shop.git', ['/srv/git/shop'])).toBe('/srv/git/shop');
  });
});

describe('what the user does not list', () => {
  test.each([
    ['https://example.com/team/shop2', [shop]],
    ['https://evil.com/example.com/team/shop', ['https://example.com/team/shop']],
    ['https://example.com@evil.com/team/shop', ['https://example.com/team/shop']],
    ['', ['']],
    ['https://', ['https://']],
    [null, ['https://example.com/team/shop']],
    ['https://example.com/team/shop', []],
  ])('is not shared: %s', (origin, listed) => {
    expect(sharedOrigin(origin, listed)).toBeNull();
  });
});
