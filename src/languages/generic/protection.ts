import type { Protection } from '../judging/protection/shape.ts';

/** The tools around every project, and those of languages that have no folder of their own. */
export const protection: Protection = {
  patterns: [
    { rule: 'pawl configuration', globs: ['**/.pawl/**', '.pawlignore'] },
    { rule: 'snapshot', globs: ['**/__snapshots__/**', '**/*.snap', '**/*-snapshots/**'] },
    { rule: 'loaded by the runner on its own', globs: ['{spec,rails,test}_helper.rb'] },
    {
      rule: 'environment of the tests',
      globs: ['.env', '.env.*', '.flaskenv'],
      free: /\.env\.(?:example|sample|template|dist|defaults|schema)$/i,
    },
    { rule: 'test runner configuration', globs: ['.rspec', 'phpunit.{xml,xml.dist,dist.xml}'] },
    {
      rule: 'build configuration',
      globs: [
        ...['.tool-versions', '{mise,.mise}.toml', '{WORKSPACE,BUILD,MODULE}.bazel', '.bazelrc'],
        ...['*.mk', '{justfile,rakefile}', 'taskfile.{yml,yaml}'],
      ],
    },
    {
      rule: 'CI configuration',
      globs: [
        '.github/**',
        '{.circleci,.buildkite,.gitlab}/**',
        '{.gitlab-ci,.travis,.drone,.appveyor,appveyor,azure-pipelines,bitbucket-pipelines}.{yml,yaml}',
        'Jenkinsfile',
      ],
    },
    {
      rule: 'git hook',
      globs: ['.husky/**', '.githooks/**', '{.pre-commit-config,lefthook,.lefthook}.{yml,yaml}', '.gitmodules'],
    },
    { rule: 'lock file', written: true, globs: ['{Gemfile,composer}.{lock,lockfile}'] },
  ],
};
