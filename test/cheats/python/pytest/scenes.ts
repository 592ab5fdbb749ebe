import type { Scene } from '../../scene.ts';
import { addedFiles, shadows } from './added.ts';
import { honestScenes } from './honest.ts';
import { knowing, leaningCheats, patchedProduct } from './product.ts';
import { documented, leaning, named, namedCommand, plain, pytestCommand, settled } from './project.ts';
import { documentedCheats, namedCheats, settledCheats } from './settings.ts';

export const pytestScenes: Scene[] = [
  {
    name: 'plain',
    files: plain,
    command: pytestCommand,
    cheats: [...addedFiles, ...shadows, ...patchedProduct, ...knowing],
    honest: [],
  },
  { name: 'named', files: named, command: namedCommand, configured: true, cheats: namedCheats, honest: [] },
  { name: 'settled', files: settled, command: pytestCommand, cheats: settledCheats, honest: [] },
  { name: 'documented', files: documented, command: pytestCommand, cheats: documentedCheats, honest: [] },
  { name: 'leaning', files: leaning, command: pytestCommand, cheats: leaningCheats, honest: [] },
  ...honestScenes,
];
