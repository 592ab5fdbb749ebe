import { existsSync, readFileSync } from 'node:fs';
import { PawlError } from '../../../ports/errors.ts';

/** What the browser runs and how it looks, as the build made them. */
export interface Assets {
  script: string;
  style: string;
}

/** Beside the built program, in `ui/`. */
export function builtAssets(): Assets {
  const script = new URL('ui/page.js', import.meta.url);
  if (!existsSync(script)) throw new PawlError('not_built', 'the page is not built: run npm run setup', 8);
  return { script: readFileSync(script, 'utf8'), style: readFileSync(new URL('ui/page.css', import.meta.url), 'utf8') };
}

/** The page before anything is known. Its token stays in the address; nothing else names it. */
export const shell = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pawl</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script>
</head><body><div id="page"><noscript>This page needs JavaScript. pawl status shows the same in a terminal.</noscript></div></body></html>
`;

/** A ratchet wheel and its pawl. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3f6fd1"/><circle cx="16" cy="18" r="8" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="4.2 2.1"/><path d="M16 18 L22 7" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

export const locked = `This page needs the token in its address. Open the address that pawl ui prints.\n`;
