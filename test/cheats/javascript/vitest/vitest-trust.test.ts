import { battery } from '../battery.ts';
import { worlds } from './worlds.ts';

battery('vitest', worlds);
