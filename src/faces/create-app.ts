import { type App, type AppOptions, createApp as create } from '../app.ts';
import { pages } from './report/pages.ts';

/** The app, with reports that people can read. */
export const createApp = (options: AppOptions = {}): Promise<App> => create({ ...options, pages });
