import type { Scene } from '../scene.ts';
import { makeCheats, scriptCheats, shellCheats } from './cheats.ts';
import { honestScenes } from './honest.ts';
import { make, makeCommand, script, scriptCommand, shell, shellCommand } from './project.ts';

export const commandScenes: Scene[] = [
  { name: 'script', files: script, command: scriptCommand, configured: true, cheats: scriptCheats, honest: [] },
  { name: 'shell', files: shell, command: shellCommand, configured: true, cheats: shellCheats, honest: [] },
  { name: 'make', files: make, command: makeCommand, configured: true, cheats: makeCheats, honest: [] },
  ...honestScenes,
];
