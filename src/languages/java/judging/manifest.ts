import { listGrows, type Manifest } from '../../judging/protection/shape.ts';

export const pomManifest: Manifest = {
  name: /^pom\.xml$/,
  keys: pomKeys,
  async grows({ keys, base, now, ...where }) {
    const modules = (text: string) =>
      [...text.matchAll(/<module>\s*([^<]*?)\s*<\/module>/g)].map(([, name = '']) => name);
    return keys.every((key) => key === 'modules') && listGrows(modules(base), modules(now), where);
  },
};

function pomKeys(text: string): Map<string, string> | null {
  const bare = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/>\s+</g, '><')
    .trim();
  if (bare.includes('<!DOCTYPE') || bare.includes('<!ENTITY') || bare.includes('<![CDATA[')) return null;
  const keys = new Map<string, string>();
  const add = (name: string, part: string) => keys.set(name, `${keys.get(name) ?? ''}${part}\n`);
  for (const name of [
    'parent',
    'packaging',
    'modules',
    'profiles',
    'build',
    'reporting',
    'repositories',
    'pluginRepositories',
  ]) {
    for (const [part] of bare.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>[\\s\\S]*?</${name}\\s*>`, 'g')))
      add(name, part);
  }
  for (const [, name = '', value = ''] of bare.matchAll(
    /<((?:skip|maven\.test|surefire|failsafe|argLine|test|groups|excludedGroups|it\.)[\w.-]*)>([^<]*)</gi,
  ))
    add(`properties.${name}`, value);
  for (const [part] of bare.matchAll(/<dependency>(?:(?!<\/dependency>)[\s\S])*?<\/dependency>/g))
    if (/<scope>\s*test\s*<\/scope>|junit|testng|surefire/i.test(part)) add('dependencies (test)', part);
  return keys;
}
