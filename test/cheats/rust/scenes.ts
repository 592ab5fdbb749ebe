import type { Scene } from '../scene.ts';
import { documentedCheats, helpedCheats, modularCheats, plainCheats, unitCheats } from './cheats.ts';
import { honestScenes } from './honest.ts';
import { cargoCommand, documented, helped, modular, plain, units } from './project.ts';

export const rustScenes: Scene[] = [
  { name: 'units', files: units, command: cargoCommand, cheats: unitCheats, honest: [] },
  { name: 'plain', files: plain, command: cargoCommand, cheats: plainCheats, honest: [] },
  { name: 'modular', files: modular, command: cargoCommand, cheats: modularCheats, honest: [] },
  { name: 'documented', files: documented, command: cargoCommand, cheats: documentedCheats, honest: [] },
  { name: 'helped', files: helped, command: cargoCommand, cheats: helpedCheats, honest: [] },
  ...honestScenes,
];
