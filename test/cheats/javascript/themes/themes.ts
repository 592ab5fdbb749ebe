import type { World } from '../world.ts';
import { built } from './built.ts';
import { data } from './data.ts';
import type { Dialect } from './dialect.ts';
import { entries } from './entries.ts';
import { dynamic, plugins } from './loaded.ts';
import { programs } from './programs.ts';
import { whole } from './whole.ts';

/** Projects that every runner has, each with a fault of another kind, and honest ways to mend it. */
export const themes = (dialect: Dialect): World[] =>
  [programs, data, built, dynamic, plugins, entries, whole].map((theme) => theme(dialect));
