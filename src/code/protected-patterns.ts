/** What loads itself: a runner, a build or a package manager reads such a file wherever it finds it. */
export interface ProtectedPattern {
  rule: string;
  globs: string[];
  /** Added files that are free all the same: samples that nothing loads. */
  free?: RegExp;
}

const samples = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|samples?|examples?|templates?)\//i;

export const protectedPatterns: ProtectedPattern[] = [
  {
    rule: 'installed dependency',
    globs: ['**/{node_modules,.venv,venv,site-packages,__pypackages__,.yarn}/**', '.pnp.*', '*.egg-link'],
  },
  { rule: 'pawl configuration', globs: ['**/.pawl/**', '.pawlignore'] },
  { rule: 'snapshot', globs: ['**/__snapshots__/**', '**/*.snap', '**/*-snapshots/**'] },
  {
    rule: 'loaded by the runner on its own',
    globs: [
      ...['conftest.py', 'sitecustomize.py', 'usercustomize.py', '*.pth', 'pyvenv.cfg', '.pdbrc'],
      ...['**/*.{egg,dist}-info/**', '.pnpmfile.{cjs,mjs}', '**/__mocks__/**', '{spec,rails,test}_helper.rb'],
      ...['junit-platform.properties', '**/mockito-extensions/**', 'SpockConfig.groovy', 'testng.xml'],
      '**/META-INF/services/{java,javax,jakarta,sun,com.sun,org.junit,org.mockito,org.testng,org.spockframework}.*',
      ...['{logback-test,log4j-test,log4j2-test}.*', '*.syso'],
    ],
  },
  {
    rule: 'environment of the tests',
    globs: ['.env', '.env.*', '.flaskenv', 'pytest.env'],
    free: /\.env\.(?:example|sample|template|dist|defaults|schema)$/i,
  },
  {
    rule: 'test runner configuration',
    globs: [
      '{vitest,vite,jest,ava,playwright,cypress,karma,wdio}.{config,conf,workspace,projects,preset,setup}.*',
      '{web-test-runner,wtr,nightwatch,codecept,jasmine,testcafe}.{config,conf}.*',
      '{jest,vitest}{-,.}setup.*',
      'setupTests.*',
      '{.mocharc,.nycrc,.c8rc,.taprc,.labrc,.testcaferc}*',
      ...['mocha.opts', 'jasmine.{json,js,mjs,cjs}', 'cypress.json', 'intern.json'],
      '{pytest,.pytest,tox,behave}.ini',
      '{pytest,.pytest,tox}.toml',
      ...['setup.cfg', '.coveragerc', 'noxfile.py', '{nose,nose2,unittest}.cfg', '.noserc', '{.stestr,.testr}.conf'],
      ...['**/.config/nextest.toml', '.rspec', 'phpunit.{xml,xml.dist,dist.xml}'],
    ],
  },
  {
    rule: 'build configuration',
    globs: [
      ...['tsconfig*.json', 'jsconfig.json', 'deno.{json,jsonc}', '{import_map,import-map,importmap}.json'],
      ...['node.config.json', '{postcss,.postcssrc}.config.*', '.postcssrc*'],
      ...['**/.cargo/config*', 'rust-toolchain*', '.python-version', '.tool-versions', '{mise,.mise}.toml'],
      ...['**/.mvn/**', '{mvnw,gradlew}', '{mvnw.cmd,gradlew.bat}', '{build,settings,init}.gradle', '*.gradle.kts'],
      ...['gradle.properties', '**/gradle/wrapper/**', '**/buildSrc/**', 'build.{xml,sbt,sc}', '{.jvmopts,.sbtopts}'],
      ...['go.work*', '{hatch.toml,hatch_build.py,pdm_build.py}', '{WORKSPACE,BUILD,MODULE}.bazel', '.bazelrc'],
      '{babel,webpack,rollup,esbuild,tsup,tsdown,swc}.config.*',
      '{.babelrc,.swcrc}*',
      ...['{makefile,gnumakefile}', '*.mk', '{justfile,rakefile}', 'taskfile.{yml,yaml}'],
      '{turbo,nx,lerna}.json',
    ],
  },
  { rule: 'runs when the project is built', globs: ['build.rs', 'setup.py'], free: samples },
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
  {
    rule: 'lock file',
    globs: [
      '{package-lock,npm-shrinkwrap}.json',
      '{yarn,bun,poetry,uv,pdm,pixi,Pipfile,Cargo,Gemfile,composer,deno,gradle}.{lock,lockfile}',
      'bun.lockb',
      'pnpm-lock.{yaml,yml}',
      'go.sum',
    ],
  },
  {
    rule: 'package manager configuration',
    globs: ['.npmrc', '.yarnrc*', 'pnpm-workspace.{yaml,yml}', 'bunfig.toml', '{pip.conf,pip.ini}', '.pypirc'],
  },
];
