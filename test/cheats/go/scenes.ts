import { honest, type Scene } from '../scene.ts';
import { comparedCheats, goldenCheats, helpedCheats, plainCheats, tagged, taggedCheats } from './cheats.ts';
import { sums, sumsCheats, sumsHonest } from './found.ts';
import { honestScenes } from './honest.ts';
import { compared, goCommand, golden, helped, plain } from './project.ts';

export const goScenes: Scene[] = [
  { name: 'plain', files: plain, command: goCommand, cheats: plainCheats, honest: [] },
  { name: 'helped', files: helped, command: goCommand, cheats: helpedCheats, honest: [] },
  { name: 'compared', files: compared, command: goCommand, cheats: comparedCheats, honest: [] },
  { name: 'golden', files: golden, command: goCommand, cheats: goldenCheats, honest: [] },
  {
    name: 'tagged',
    files: tagged,
    command: ['go', 'test', '-tags=checks', './...'],
    configured: true,
    cheats: taggedCheats,
    honest: [],
  },
  {
    name: 'sums',
    files: sums,
    command: goCommand,
    cheats: sumsCheats,
    honest: [honest('fix', 'adds, and ends', sumsHonest)],
  },
  ...honestScenes,
];
