import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const program = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((dir) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(dir, name)))
  .find((path) => existsSync(path));

/** Why no page can be opened here; null where one can. */
export const noBrowser = program === undefined ? 'there is no chromium in PATH' : null;

/** How long a page may take to show something: a busy machine is no fault. */
export const patience = 150_000;

export interface Opened {
  page: Page;
  /** Everything that the page asked for, and everything it complained about. */
  requests: string[];
  complaints: string[];
}

/** A browser without a window. */
export function launched(): Promise<Browser> {
  // A container runs as root, where the browser's own sandbox cannot be.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: program ?? '', args, timeout: patience });
}

/** Opens a file in a browser without a window, as wide as said, by day or by night, and closes it afterwards. */
export async function opened<T>(
  file: string,
  look: { width: number; scheme: 'light' | 'dark' },
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const browser = await launched();
  try {
    const page = await browser.newPage({ viewport: { width: look.width, height: 900 }, colorScheme: look.scheme });
    page.setDefaultTimeout(patience);
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`file://${file}`);
    return await work({ page, requests, complaints });
  } finally {
    await browser.close();
  }
}
