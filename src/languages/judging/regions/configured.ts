import type { Files, Runner } from '../../runner.ts';

/** Whether the command of a runner, or a file of its configuration, asks for something. */
export async function isConfigured(
  runner: Pick<Runner, 'command'>,
  files: Files,
  configs: RegExp,
  setting: RegExp,
): Promise<boolean> {
  const texts = await Promise.all(files.paths.filter((path) => configs.test(path)).map((path) => files.read(path)));
  return [runner.command(null).argv.join('\n'), ...texts].some((text) => setting.test(text ?? ''));
}
