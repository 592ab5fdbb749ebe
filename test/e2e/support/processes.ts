import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of the living processes that hold a text, ourselves left out. */
function processesWith(marker: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => commandLine(pid))
    .filter((line) => line.includes(marker));
}

/** Whether the command itself runs before something is over, not only what starts it. */
export const appearing = (command: string, over?: Promise<unknown>): Promise<boolean> =>
  until(() => processesWith(command).some((line) => line.startsWith(command)), command, over);

/** Whether a process has the text in its command line before something is over. */
export const mentioned = (marker: string, over?: Promise<unknown>): Promise<boolean> =>
  until(() => processesWith(marker).length > 0, marker, over);

async function until(holds: () => boolean, what: string, over?: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void over?.then(end, end);
  for (let tries = 0; !holds(); tries += 1) {
    if (isOver) return false;
    if (tries > 3000) throw new Error(`no process like ${what} appeared`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
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
