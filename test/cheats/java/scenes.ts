import type { Scene } from '../scene.ts';
import { checkedCheats, plainCheats } from './cheats.ts';
import { honestScenes } from './honest.ts';
import { checked, mavenCommand, plain } from './project.ts';

export const javaScenes: Scene[] = [
  { name: 'plain', files: plain, command: mavenCommand, cheats: plainCheats, honest: [] },
  { name: 'checked', files: checked, command: mavenCommand, cheats: checkedCheats, honest: [] },
  ...honestScenes,
];
