import { expect, it } from 'vitest';
import { filtersOff } from '../../../src/adapters/repo/overrides.ts';

it('turns off each filter that a configuration names, whatever its name', () => {
  const names = [
    'core.bare',
    'filter.lfs.clean',
    'filter.lfs.process',
    'filter.a.b=c\n.smudge',
    'filtering.x.clean',
    '',
  ];
  expect(filtersOff(Buffer.from(names.join('\0'))).map(([key]) => key)).toEqual([
    'filter.lfs.clean',
    'filter.lfs.smudge',
    'filter.lfs.process',
    'filter.lfs.required',
    'filter.a.b=c\n.clean',
    'filter.a.b=c\n.smudge',
    'filter.a.b=c\n.process',
    'filter.a.b=c\n.required',
  ]);
});
