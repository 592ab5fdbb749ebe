import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { project, statuses } from '../bare.ts';

const there = spawnSync('phpunit', ['--version']).status === 0;
if (!there) console.log('phpunit is not run for real: it is not installed');

const tests = `<?php
require_once __DIR__ . '/../src/half.php';
use PHPUnit\\Framework\\TestCase;
final class HalfTest extends TestCase {
    public function testHalves(): void {
        $this->assertSame(2, half(4));
    }
    public function testSkips(): void { $this->markTestSkipped('why'); }
    /** @dataProvider odds */
    public function testOdds(int $x): void { $this->assertSame(1, half($x)); }
    public static function odds(): array { return ['three' => [3], 'five' => [5]]; }
}
`;
const half = { 'src/half.php': '<?php function half(int $x): int { return intdiv($x, 3); }\n' };

describe.skipIf(!there)('phpunit (needs phpunit)', () => {
  test('names every test by file, class and name', async () => {
    const { run, runner } = await project({ ...half, 'tests/HalfTest.php': tests });
    const result = await run();
    expect(runner.id).toBe('phpunit');
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', errors: [] });
    expect(statuses(result)).toEqual({
      'tests/HalfTest.php > HalfTest > testHalves': 'failed',
      'tests/HalfTest.php > HalfTest > testSkips': 'skipped',
      'tests/HalfTest.php > HalfTest > testOdds with data set "three"': 'passed',
      'tests/HalfTest.php > HalfTest > testOdds with data set "five"': 'passed',
    });
    const failed = result.cases.find(({ status }) => status === 'failed');
    expect(failed).toMatchObject({
      line: 5,
      error: { message: 'Failed asserting that 1 is identical to 2.', file: 'tests/HalfTest.php', line: 6 },
    });
  });

  test('a missing autoloader is said with its cure', async () => {
    const xml =
      '<phpunit bootstrap="vendor/autoload.php"><testsuites><testsuite name="a"><directory>tests</directory></testsuite></testsuites></phpunit>';
    const { run } = await project({ ...half, 'tests/HalfTest.php': tests, 'phpunit.xml': xml });
    const { errors } = await run();
    expect(errors[0]?.message).toContain('composer install');
  });
});
