import { createHash } from 'node:crypto';

/**
 * Code under test runs beside its reporter and can write whatever the reporter can: a report could be anybody's. So the
 * reporter promises a secret on standard error before any test runs, and at the end tells it together with the digest of
 * the results: nobody else knew it. What is told once cannot be taken back there. Names go without the folders in them,
 * which a sandbox may translate.
 */
export const sealSource = `
import { createHash as pawlHash, randomBytes as pawlBytes } from 'node:crypto';

const pawlSecret = pawlBytes(16).toString('hex');
const pawlDigest = (text) => pawlHash('sha256').update(text).digest('hex');
const { stderr: pawlOut } = process;
const pawlTell = pawlOut.write.bind(pawlOut);
pawlTell('\\npawl:promised ' + pawlDigest(pawlSecret) + '\\n');
const pawlResult = (is, name, skipped) => JSON.stringify([is, String(name).split('/').pop(), skipped === true]);
const pawlSeal = (results) => pawlTell('\\npawl:told ' + pawlSecret + ' ' + pawlDigest(results.sort().join('\\n')) + '\\n');
`;

const promise = /^pawl:promised ([0-9a-f]{64})$/gm;
const telling = /^pawl:told ([0-9a-f]{32}) ([0-9a-f]{64})$/gm;

/** One result of a report, as the reporter sealed it. */
export function resultOf(is: 'pass' | 'fail', name: unknown, skipped: boolean): string {
  return JSON.stringify([is, String(name).split('/').at(-1), skipped]);
}

/** Whether results are those that the reporter sealed. A second promise or telling is somebody else's. */
export function isSealed(results: string[], stderr: string): boolean {
  const [promised, ...promises] = [...stderr.matchAll(promise)];
  const [told, ...tellings] = [...stderr.matchAll(telling)];
  if (!promised || !told || promises.length + tellings.length > 0) return false;
  return digest(told[1] ?? '') === promised[1] && digest(results.sort().join('\n')) === told[2];
}

export function withoutSeals(stderr: string): string {
  return stderr.replace(/\n?^pawl:(?:promised|told) [0-9a-f ]+\n?/gm, '');
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
