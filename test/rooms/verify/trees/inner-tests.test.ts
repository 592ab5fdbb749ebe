import { expect, test } from 'vitest';
import { readProject } from '../../../../src/languages/runs/project.ts';
import { innerTests } from '../../../../src/rooms/verify/trees/inner-tests.ts';
import { policyWith } from '../../../core/policy.ts';
import { placeWith } from '../../place.ts';

const lib = (sum: string, checks: string) =>
  `pub fn add(a: i32, b: i32) -> i32 {\n    ${sum}\n}\n\n#[test]\nfn adds() {\n    ${checks}\n}\n`;
const once = 'assert_eq!(add(1, 2), 3);';
const twice = `${once}\n    assert_eq!(add(2, 2), 4);`;

test('tests inside of product files that a person alters are run as base has them, and as they are now', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "adder"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': lib('a + b', once),
  };
  const { clone, base, target, attempt } = await placeWith({ files });
  const tree = await attempt({ 'src/lib.rs': lib('b + a', twice) });
  const { changes } = await clone.diff(base, tree);
  const { runner, isTest } = await readProject(clone, base, target, policyWith());
  if (!runner) throw new Error('no runner');
  const inner = (mayGrow: boolean) =>
    innerTests(clone, { base, judged: tree }, { changes, added_packages: [] }, runner, {
      ...{ scope: '', unlock: [], isTest, mayGrow },
    });
  const grown = await inner(true);
  expect(grown).toMatchObject({ violations: [], added: ['src/lib.rs'], grown: ['src/lib.rs'] });
  expect(grown.spliced.get('src/lib.rs')).toBe(lib('b + a', once));
  expect(grown.proof.get('src/lib.rs')).toBe(lib('a + b', twice));
  expect(await inner(false)).toMatchObject({ violations: [{ rule: 'existing test: adds' }], added: [], grown: [] });
});
