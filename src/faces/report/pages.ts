import type { Pages } from '../../ports/pages.ts';
import { handover } from './handover.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';

export const pages: Pages = { html: page, markdown, handover };
