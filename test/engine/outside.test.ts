import { expect, test } from 'vitest';
import { orOutside } from '../../src/engine/project/outside.ts';
import { RepoError } from '../../src/ports/errors.ts';

test('outside of any repository there is no target, and every other fault of one is told', async () => {
  const failing = (reason: 'not_a_repository' | 'bare') => async (): Promise<string> => {
    throw new RepoError(reason, reason);
  };
  expect(await orOutside(async () => 'here')).toBe('here');
  expect(await orOutside(failing('not_a_repository'))).toBeNull();
  await expect(orOutside(failing('bare'))).rejects.toThrow('bare');
});
