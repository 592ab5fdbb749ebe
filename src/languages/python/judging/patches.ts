import { bareCode, lineAt } from '../../../code/bare-code.ts';
import type { Sighting } from '../../judging/surrounding.ts';
import { pythonCode } from '../code/style.ts';
import { standardModules } from '../modules/standard-modules.ts';

/** Streams and paths that programs set for themselves. */
const harmless =
  /^(?:sys\.(?:stdout|stderr|stdin|path|argv|dont_write_bytecode|ps1)|os\.environ|signal\.\w+|locale\.\w+|random\.seed)/;
const frameworks = /^(?:pytest|_pytest|unittest|pluggy|nose2?|doctest|hypothesis)(?:\.|$)/;

/** Where a module newly sets a name of the standard library or of a test framework, on which others rely. */
export function modulePatches(text: string): Sighting[] {
  const { code } = bareCode(text, pythonCode);
  const modules = new Map<string, string>();
  for (const [, list = ''] of code.matchAll(/^[ \t]*import[ \t]+([^\n;]+)/gm)) {
    for (const part of list.split(',')) {
      const [, name = '', local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (isShared(name)) modules.set(local ?? name.split('.')[0] ?? name, local ? name : (name.split('.')[0] ?? name));
    }
  }
  const classes = new Map<string, string>();
  for (const [, module = '', list = ''] of code.matchAll(
    /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n;]*)/gm,
  )) {
    if (!isShared(module)) continue;
    for (const part of list.replace(/[()\\]/g, ' ').split(',')) {
      const [, name = '', local] = /^\s*(\w+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (name !== '') classes.set(local ?? name, `${module}.${name}`);
    }
  }
  const documented: Sighting[] = text.includes('>>> ')
    ? [...code.matchAll(/\.__doc__\s*=(?!=)\s*(?![\w.]+\.__doc__\s*$)/gm)].map(({ index }) => ({
        line: lineAt(text, index),
        what: 'patches __doc__, which holds tests',
        meddles: true,
      }))
    : [];
  const names = new Map([...modules, ...classes, ['__builtins__', 'builtins'] as const]);
  const words = [...names.keys()].join('|');
  const set = new RegExp(`(?<![\\w.])(${words})((?:\\.\\w+)+)\\s*(?:\\[[^\\]]*\\]\\s*)?(?:[-+*/|&]?=(?!=))`, 'g');
  const attributeCall = new RegExp(`\\b(?:setattr|delattr)\\s*\\(\\s*(${words})((?:\\.\\w+)*)\\s*,`, 'g');
  const sightings: Sighting[] = [...documented];
  for (const pattern of [set, attributeCall]) {
    for (const match of code.matchAll(pattern)) {
      const name = `${names.get(match[1] ?? '') ?? ''}${match[2] ?? ''}`;
      if (!harmless.test(name))
        sightings.push({ line: lineAt(text, match.index), what: `patches ${name}`, meddles: true });
    }
  }
  return sightings;
}

const isShared = (module: string): boolean =>
  standardModules.has(module.split('.')[0] ?? '') || frameworks.test(module);
