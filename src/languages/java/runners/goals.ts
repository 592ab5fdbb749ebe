import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

/**
 * The phase that tests a project. Modules may need each other's packages, which `test` does not make: where the project's
 * own CI or its default goal goes further, so do we.
 */
export async function phaseOf(pom: string, files: Files): Promise<string> {
  if (!/<modules>/.test(pom)) return 'test';
  const stated = /<defaultGoal>([^<]*)</.exec(pom)?.[1] ?? '';
  const workflows = files.paths.filter((path) =>
    /^\.github\/workflows\/[^/]+\.ya?ml$|^\.(?:gitlab-ci|travis)\.yml$/.test(path),
  );
  const calls = [...(await readAll(files, workflows)).values()].flatMap((text) => text.match(/\bmvnw?\b[^\n]*/g) ?? []);
  return [stated, ...calls].some((call) => /\s(?:verify|install|package)\b/.test(` ${call}`)) ? 'verify' : 'test';
}

/** Plugins that look at code, licences and interfaces, or write documents: none of them tests anything. */
export const withoutAudits = [
  ...['enforcer', 'rat', 'checkstyle', 'pmd', 'cpd', 'spotbugs', 'findbugs', 'japicmp', 'animal.sniffer', 'revapi'],
  ...['license', 'spotless.check', 'spotless.apply', 'sortpom', 'fmt', 'formatter', 'impsort', 'forbiddenapis'],
  ...['dependency-check', 'mdep.analyze', 'maven.javadoc', 'maven.source', 'gpg', 'cyclonedx', 'clirr'],
]
  .map((name) => `-D${name}.skip=true`)
  .concat('-Djacoco.haltOnFailure=false');
