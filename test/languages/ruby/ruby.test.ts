import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { project, statuses } from '../bare.ts';

function lacks(...command: string[]): boolean {
  const [program = '', ...args] = command;
  const there = spawnSync(program, args).status === 0;
  if (!there) console.log(`${command.join(' ')} is not run for real: it does not work here`);
  return !there;
}

const half = { 'lib/half.rb': 'def half(x)\n  x / 3\nend\n' };

describe.skipIf(lacks('rspec', '--version'))('rspec (needs rspec)', () => {
  const spec = `require 'half'
RSpec.describe 'half' do
  it('halves') { expect(half(4)).to eq(2) }
  context 'of odd numbers' do
    it('rounds down') { expect(half(5)).to eq(1) }
    xit('is skipped') { raise }
  end
end
`;
  test('names every example by file, group and description', async () => {
    const { run, runner } = await project({ ...half, 'spec/half_spec.rb': spec, 'spec/other_spec.rb': '' });
    const result = await run();
    expect(runner.id).toBe('rspec');
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', errors: [] });
    expect(statuses(result)).toEqual({
      'spec/half_spec.rb > half > halves': 'failed',
      'spec/half_spec.rb > half of odd numbers > rounds down': 'passed',
      'spec/half_spec.rb > half of odd numbers > is skipped': 'skipped',
    });
    expect(result.cases[0]?.error).toMatchObject({ file: 'spec/half_spec.rb', line: 3 });
    expect(result.cases[0]?.error?.message).toContain('expected: 2');
    expect((await run({ only: ['spec/other_spec.rb'] })).cases).toEqual([]);
  });

  test('a file that does not load is an error', async () => {
    const { run } = await project({ 'spec/a_spec.rb': "require 'nowhere'\n" });
    const { errors, cases } = await run();
    expect(cases).toEqual([]);
    expect(errors[0]).toMatchObject({ type: 'LoadError' });
    expect(errors[0]?.message).toContain('nowhere');
  });
});

describe.skipIf(lacks('ruby', '-rminitest', '-e', ''))('minitest (needs ruby with minitest)', () => {
  const tests = `require 'minitest/autorun'
require 'half'
class TestHalf < Minitest::Test
  def test_halves
    assert_equal 2, half(4)
  end
  def test_skips; skip 'why'; end
  def test_rounds; assert_equal 1, half(5); end
  def test_error; nope; end
end
`;
  test('names every test of the files that the Rakefile chooses', async () => {
    const rakefile = "Rake::TestTask.new(:test) do |t|\n  t.libs << 'test'\n  t.pattern = 'test/**/*_test.rb'\nend\n";
    const { run, runner } = await project({
      ...half,
      Rakefile: rakefile,
      'test/half_test.rb': tests,
      'test/test_not.rb': 'raise "not one of them"',
    });
    const result = await run();
    expect(runner.id).toBe('minitest');
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', errors: [] });
    expect(statuses(result)).toEqual({
      'test/half_test.rb > TestHalf > test_halves': 'failed',
      'test/half_test.rb > TestHalf > test_skips': 'skipped',
      'test/half_test.rb > TestHalf > test_rounds': 'passed',
      'test/half_test.rb > TestHalf > test_error': 'error',
    });
    const failed = result.cases.find(({ names }) => names[1] === 'test_halves');
    expect(failed).toMatchObject({ line: 4, error: { file: 'test/half_test.rb', line: 5 } });
  });

  test('leaving early is no pass', async () => {
    const { run } = await project({ 'test/test_a.rb': "require 'minitest/autorun'\nexit! 0\n" });
    expect(await run()).toMatchObject({ outcome: 'no_report' });
  });
});

test('tests of Test::Unit are run by rake', async () => {
  const { runner } = await project({
    Rakefile: 'Rake::TestTask.new\n',
    'test/test_a.rb': "require 'test/unit'\n",
  });
  expect(runner.command(null).argv).toEqual(['rake', 'test']);
});
