/**
 * A repository's configuration is not trusted. Every key that makes git run something is set here, on every call,
 * at the level that wins over any file. Filters have names of the repository's choosing: see `filtersOff`.
 */
export const overrides: [string, string][] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.askPass', ''],
  ['core.alternateRefsCommand', 'false'],
  ['core.editor', 'false'],
  ['core.pager', 'cat'],
  ['core.quotePath', 'false'],
  ['sequence.editor', 'false'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.defaultKeyCommand', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['diff.external', ''],
  ['interactive.diffFilter', ''],
  ['uploadpack.packObjectsHook', ''],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['status.submoduleSummary', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['safe.directory', '*'],
];

/** Of these, what the user's own configuration says of reaching a remote. It holds where no repository's is read. */
export const reaching: ReadonlySet<string> = new Set([
  'core.sshCommand',
  'core.gitProxy',
  'core.askPass',
  'credential.helper',
  'protocol.allow',
]);

/** Given `git config --list -z --name-only`, the settings that make each filter it names do nothing. */
export function filtersOff(names: Buffer): [string, string][] {
  const drivers = new Set<string>();
  for (const name of names.toString('utf8').split('\0')) {
    const driver = /^filter\.([\s\S]*)\.[^.]*$/.exec(name)?.[1];
    if (driver !== undefined) drivers.add(driver);
  }
  return [...drivers].flatMap((driver): [string, string][] => [
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ]);
}
