import type { Protection } from '../../judging/protection/shape.ts';
import { npmLock } from './lock.ts';

export const protection: Protection = {
  locks: [npmLock],
  patterns: [
    { rule: 'installed dependency', globs: ['**/{node_modules,.yarn}/**', '.pnp.*'] },
    { rule: 'loaded by the runner on its own', globs: ['.pnpmfile.{cjs,mjs}', '**/__mocks__/**'] },
    {
      rule: 'test runner configuration',
      globs: [
        '{vitest,vite,jest,ava,playwright,cypress,karma,wdio}.{config,conf,workspace,projects,preset,setup}.*',
        '{web-test-runner,wtr,nightwatch,codecept,jasmine,testcafe}.{config,conf}.*',
        '{jest,vitest}{-,.}setup.*',
        'setupTests.*',
        '{.mocharc,.nycrc,.c8rc,.taprc,.labrc,.testcaferc}*',
        ...['mocha.opts', 'jasmine.{json,js,mjs,cjs}', 'cypress.json', 'intern.json'],
      ],
    },
    {
      rule: 'build configuration',
      globs: [
        ...['tsconfig*.json', 'jsconfig.json', 'deno.{json,jsonc}', '{import_map,import-map,importmap}.json'],
        ...['node.config.json', '{postcss,.postcssrc}.config.*', '.postcssrc*'],
        '{babel,webpack,rollup,esbuild,tsup,tsdown,swc}.config.*',
        '{.babelrc,.swcrc}*',
        '{turbo,nx,lerna}.json',
      ],
    },
    {
      rule: 'lock file',
      written: true,
      globs: [
        '{package-lock,npm-shrinkwrap}.json',
        '{yarn,bun,deno}.{lock,lockfile}',
        'bun.lockb',
        'pnpm-lock.{yaml,yml}',
      ],
    },
    {
      rule: 'package manager configuration',
      globs: ['.npmrc', '.yarnrc*', 'pnpm-workspace.{yaml,yml}', 'bunfig.toml'],
    },
  ],
  settings: /^(?:setupTests|global-?setup)\.\w+$/i,
  shadowsRunner: /^(?:src\/)?(?:vitest|jest|mocha)\.[cm]?[jt]s$/,
  // The nearest manifest says what a module is and where `#imports` lead.
  loadsTests: /(?:^|\/)(?:test|tests|__tests__|spec|specs)\/package\.json$/,
};
