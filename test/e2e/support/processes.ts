import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of the living processes that hold a text, ourselves left out. */
function processesWith(marker: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => commandLine(pid))
    .filter((line) => line.includes(marker));
}

/** Settles once there is such a process. */
export async function appearing(marker: string): Promise<void> {
  while (processesWith(marker).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What is left when nothing more goes away within a second. */
export async function remaining(marker: string): Promise<string[]> {
  for (let tries = 0; tries < 20 && processesWith(marker).length > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return processesWith(marker);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // It has ended meanwhile.
  }
}
