import { readFileSync } from 'node:fs';

const times = 4;

/**
 * Fails where work takes a longer time than in proportion to its size. Four times the size takes four times as long, and
 * sixteen times where every part is compared with every other; the line is between. It is measured in the CPU time of
 * this process and of the children it waited for, so it does not matter what else the machine does.
 */
export async function growsNoFasterThanSize(work: (size: number) => unknown, size: number): Promise<void> {
  const found = await growth(work, size);
  if (found >= 2 * times) throw new Error(`${times} times the size took ${found.toFixed(1)} times as long`);
}

/**
 * How many times as long four times the size takes. Each size is measured more than once, and its best counts: until the
 * answer is below `enough`, three times at most.
 */
export async function growth(work: (size: number) => unknown, size: number, enough = 1.5 * times): Promise<number> {
  await work(size); // What is compiled and loaded on first use counts for neither.
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 3 && !(large / small < enough); round += 1) {
    for (let again = 0; again < 2; again += 1) small = Math.min(small, await cpuMs(() => work(size)));
    large = Math.min(large, await cpuMs(() => work(times * size)));
  }
  return large / small;
}

async function cpuMs(work: () => unknown): Promise<number> {
  const [own, others] = [process.cpuUsage(), childrenMs()];
  await work();
  const { user, system } = process.cpuUsage(own);
  return Math.max(0.01, (user + system) / 1000 + childrenMs() - others);
}

/** The kernel counts the time of ended children in hundredths of a second. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[13]) + Number(fields[14]));
}
