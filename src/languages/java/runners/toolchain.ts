import { dirname, join } from 'node:path';
import type { Host, Toolchain } from '../../../ports/outside/toolchain.ts';
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
  return [
    { paths, bin: join(home, 'bin'), env: { JAVA_HOME: home } },
    ...mavenToolchain(host),
    ...gradleToolchain(host),
  ];
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

/** Gradle, the distributions that wrappers have fetched, and the packages that it has: not the user's own settings. */
function gradleToolchain(host: Host): Toolchain[] {
  const home = host.env.GRADLE_USER_HOME ?? (host.env.HOME === undefined ? undefined : join(host.env.HOME, '.gradle'));
  const distributions = home === undefined ? [] : partsIn(host, home, ['wrapper/dists']);
  const packages = home === undefined ? [] : partsIn(host, home, ['caches']);
  const program = host.which('gradle');
  const place = program === null ? null : dirname(dirname(host.real(program)));
  if (place === null && distributions.length === 0) return [];
  const [folder] = distributions;
  const [cache] = packages;
  return [
    {
      paths: [
        ...(place === null ? [] : outsideUsr(partsIn(host, place, ['bin', 'lib']))),
        ...distributions,
        ...packages,
      ],
      bin: join(place ?? '/usr', 'bin'),
      env: {
        ...(folder !== undefined && { PAWL_GRADLE_DISTRIBUTIONS: folder }),
        ...(cache !== undefined && { GRADLE_RO_DEP_CACHE: cache }),
      },
    },
  ];
}
