import { battery } from '../battery.ts';
import { worlds } from './worlds.ts';

battery('node:test', worlds);
