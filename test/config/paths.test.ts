import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { originState, repositoryState, statePaths, tilde } from '../../src/config/paths.ts';

describe('paths', () => {
  it('lie in the home folder by default', () => {
    expect(statePaths({ HOME: '/h' })).toEqual({
      home: '/h',
      machine: '/h/.local/state/pawl',
      user_config: '/h/.config/pawl/config.yaml',
    });
  });

  it('follow the XDG variables where these are absolute', () => {
    const env = { HOME: '/h', XDG_STATE_HOME: '/s', XDG_CONFIG_HOME: '/c' };
    expect(statePaths(env)).toEqual({ home: '/h', machine: '/s/pawl', user_config: '/c/pawl/config.yaml' });
    expect(statePaths({ HOME: '/h', XDG_STATE_HOME: 'relative', XDG_CONFIG_HOME: '' })).toEqual(
      statePaths({ HOME: '/h' }),
    );
  });

  it('use the home folder of the account when HOME is missing or empty', () => {
    expect(statePaths({}).home).toBe(homedir());
    expect(statePaths({ HOME: '' }).home).toBe(homedir());
  });

  it('are shown with ~ for the home folder only', () => {
    expect(tilde('/h/.config/x', '/h')).toBe('~/.config/x');
    expect(tilde('/home/x', '/h')).toBe('/home/x');
  });
});

describe('the state of a repository', () => {
  it('has a folder that a person recognises, and that no other repository has', () => {
    const one = repositoryState('/s/pawl', '/code/shop/.git');
    expect(one).toMatch(/^\/s\/pawl\/repositories\/shop-[0-9a-f]{16}$/);
    expect(repositoryState('/s/pawl', '/elsewhere/shop/.git')).not.toBe(one);
    expect(repositoryState('/s/pawl', '/code/shop.git')).toMatch(/\/shop-git-[0-9a-f]{16}$/);
  });

  it('is one plain folder, whatever the repository is called', () => {
    for (const name of ['..', 'a/../../..', '.hidden', 'x\ny', '$(reboot)', 'ü', '-rf', 'x'.repeat(300)])
      expect(repositoryState('/s', `/${name}/.git`)).toMatch(/^\/s\/repositories\/[A-Za-z0-9_][\w-]{0,60}$/);
  });

  it('is apart from what clones of one origin share', () => {
    expect(originState('/s', 'example.com/team/shop')).toMatch(/^\/s\/origins\/shop-[0-9a-f]{16}$/);
  });
});
