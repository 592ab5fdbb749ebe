import { dirname, join } from 'node:path';
import type { Host, Toolchain } from '../../../ports/toolchain.ts';
import { outsideUsr, partsIn } from '../../runs/toolchain.ts';

/**
 * Java, and Maven with the packages that are already on the machine. Debian keeps the settings of both in /etc. The
 * user's own Maven settings stay out: they hold passwords.
 */
export async function javaToolchains(host: Host): Promise<Toolchain[]> {
  const java = host.which('java');
  if (java === null) return [];
  const home = dirname(dirname(host.real(java)));
  const settings = host.entries('/etc').filter((name) => /^java-\d+-/.test(name) || name === 'maven');
  const paths = [
    ...outsideUsr(partsIn(host, home, ['bin', 'lib', 'conf', 'jmods', 'release'])),
    ...settings.map((name) => join('/etc', name)),
  ];
  return [{ paths, bin: join(home, 'bin'), env: { JAVA_HOME: home } }, ...mavenToolchain(host)];
}

function mavenToolchain(host: Host): Toolchain[] {
  const maven = host.which('mvn');
  if (maven === null || host.env.HOME === undefined) return [];
  const packages = join(host.env.HOME, '.m2', 'repository');
  const place = dirname(dirname(host.real(maven)));
  const local = host.exists(packages);
  return [
    {
      paths: [...outsideUsr(partsIn(host, place, ['bin', 'boot', 'conf', 'lib'])), ...(local ? [packages] : [])],
      bin: join(place, 'bin'),
      env: local ? { MAVEN_OPTS: `-Dmaven.repo.local=${packages}` } : {},
    },
  ];
}
