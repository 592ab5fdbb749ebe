import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { statePaths, tilde } from '../../src/config/paths.ts';

describe('paths', () => {
  it('lie in the home folder by default', () => {
    expect(statePaths({ HOME: '/h' }, '/repo')).toEqual({
      home: '/h',
      machine: '/h/.local/state/pawl',
      user_config: '/h/.config/pawl/config.yaml',
      target_state: '/repo/.pawl/state',
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
