import { outDir } from '../../../ports/outside/sandbox.ts';
import { readAll } from '../../related.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { buildDir, reportFile } from './build-script.ts';
import { native } from './native.ts';
import { readNative } from './native-report.ts';

/** Meson with the JUnit report that it leaves among its logs. */
export async function meson(call: Invocation, files: Files): Promise<Runner> {
  const options = testOptions(await settingsOf(files, optionFile)).map((name) => `-D${name}=true`);
  return native(call, {
    id: 'meson',
    needs: 'meson',
    cure: 'install it with ninja, for instance by apt-get install meson or in a virtual environment of the project',
    builds: [
      `meson setup ${buildDir} --wrap-mode=nodownload ${options.join(' ')}`,
      `meson compile -C ${buildDir} -j "$cores"`,
    ],
    tests: `meson test -C ${buildDir} --no-rebuild --print-errorlogs; code=$?; cp ${buildDir}/meson-logs/testlog.junit.xml ${outDir}/${reportFile}; (exit $code)`,
    read: (xml, mount_at, { stdout }) => readNative(xml, wordsIn(stdout), mount_at),
  });
}

const optionFile = /^meson(?:_options\.txt|\.options)$/;

/** Whether a tree has tests for Meson. */
export async function hasMesonTests(files: Files): Promise<boolean> {
  if (!files.paths.includes('meson.build')) return false;
  return /^\s*test\s*\(/m.test(await settingsOf(files, /(?:^|\/)meson\.build$/));
}

async function settingsOf(files: Files, names: RegExp): Promise<string> {
  const paths = files.paths.filter((path) => names.test(path)).slice(0, 200);
  return [...(await readAll(files, paths)).values()].join('\n');
}

/** Switches that only leave the tests out, where they are off. */
function testOptions(settings: string): string[] {
  return [...settings.matchAll(/option\s*\(\s*'([\w-]+)'([^)]*)\)/g)]
    .filter(([, name = '', rest = '']) => /^(?:build[-_])?(?:unit[-_]?)?tests?$/.test(name) && isOff(rest))
    .map(([, name = '']) => name);
}

const isOff = (rest: string): boolean => /type\s*:\s*'boolean'/.test(rest) && /value\s*:\s*false/.test(rest);

/** ` 3/16 suite - name:test   TIMEOUT   30.0s   killed by signal 15` */
function wordsIn(output: string): Map<string, string> {
  const lines = output.matchAll(/^\s*\d+\/\d+ (?:\S+ - )?(\S.*?)\s{2,}([A-Z]{2,}.*)$/gm);
  return new Map([...lines].map(([, name = '', word = '']) => [name, word.replace(/\s+[\d.]+\s?s\b/, '')]));
}
