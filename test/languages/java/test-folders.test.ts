import { expect, test } from 'vitest';
import { testFolders } from '../../../src/languages/java/judging/test-folders.ts';

test('what a pom.xml gives to tests alone is theirs', async () => {
  const poms: Record<string, string> = {
    'pom.xml': `<build><sourceDirectory>code</sourceDirectory><testSourceDirectory>checks</testSourceDirectory>
      <!-- <testResource><directory>old</directory></testResource> -->
      <resources><resource><directory>shared</directory></resource></resources>
      <testResources><testResource><filtering>false</filtering><directory>\${project.basedir}/amounts</directory></testResource>
      <testResource><directory>shared</directory></testResource></testResources></build>`,
    'inner/pom.xml': '<build><testSourceDirectory>../outer</testSourceDirectory></build>',
  };
  const files = { paths: Object.keys(poms), read: async (path: string) => poms[path] ?? null };
  expect((await testFolders(files)).sort()).toEqual(['amounts/', 'checks/', 'outer/']);
});
