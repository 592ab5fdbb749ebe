import type { Pages } from '../../ports/pages.ts';
import { answer } from './answer.ts';
import { handover } from './handover.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { feedbackComment, pullPage } from './pull-page.ts';

export const pages: Pages = { html: page, markdown, handover, answer, pull: pullPage, feedback: feedbackComment };
