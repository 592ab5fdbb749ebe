import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { buildCache } from '../../../src/languages/go/runners/build-cache.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

test("reads what the host has built, keeps what is built here, and never writes to the host's", async () => {
  const top = mkdtempSync(join(tmpdir(), 'pawl-cache-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  for (const folder of ['host/aa', 'host/bb']) mkdirSync(join(top, folder), { recursive: true });
  writeFileSync(join(top, 'cache.mjs'), buildCache);
  writeFileSync(join(top, 'host/aa/aa01-a'), 'v1 aa01 bb01                    5  1700000000000000000\n');
  writeFileSync(join(top, 'host/bb/bb01-d'), 'built');
  writeFileSync(join(top, 'host/aa/aa02-a'), 'v1 aa02 bb01                    9  1700000000000000000\n');

  const child = spawn(process.execPath, [join(top, 'cache.mjs'), join(top, 'host'), join(top, 'own')]);
  onTestFinished(() => void child.kill());
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await answers.next()).value as string);
  const ask = async (request: object, body?: string) => {
    child.stdin.write(`${JSON.stringify(request)}\n${body === undefined ? '' : `"${base64(body)}"\n`}`);
    return next();
  };

  expect(await next()).toEqual({ ID: 0, KnownCommands: ['get', 'put', 'close'] });
  expect(await ask({ ID: 1, Command: 'get', ActionID: base64('aa01') })).toEqual({
    ID: 1,
    OutputID: base64('bb01'),
    Size: 5,
    Time: '2023-11-14T22:13:20.000Z',
    DiskPath: join(top, 'host/bb/bb01-d'),
  });
  expect(await ask({ ID: 2, Command: 'get', ActionID: base64('aa02') })).toEqual({ ID: 2, Miss: true });
  expect(await ask({ ID: 3, Command: 'get', ActionID: base64('cc') })).toEqual({ ID: 3, Miss: true });
  const put = await ask({ ID: 4, Command: 'put', ActionID: base64('cc'), OutputID: base64('dd'), BodySize: 2 }, '6869');
  expect(readFileSync(put.DiskPath, 'utf8')).toBe('hi');
  expect(put.DiskPath.startsWith(join(top, 'own'))).toBe(true);
  expect(await ask({ ID: 5, Command: 'put', ActionID: base64('ee'), OutputID: base64('ff') })).toMatchObject({ ID: 5 });
  expect(await ask({ ID: 6, Command: 'get', ActionID: base64('cc') })).toMatchObject({
    Size: 2,
    DiskPath: put.DiskPath,
  });
  expect(await ask({ ID: 7, Command: 'close' })).toEqual({ ID: 7 });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
});
