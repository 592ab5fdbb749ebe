import { lacksPackage } from '../../../languages/bare.ts';
import { battery } from '../battery.ts';
import { worlds } from './worlds.ts';

battery('jest', worlds, lacksPackage('jest'));
