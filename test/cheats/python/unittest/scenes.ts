import type { Scene } from '../../scene.ts';
import { checkedCheats, comparedCheats, plainCheats } from './cheats.ts';
import { honestScenes } from './honest.ts';
import { checked, checkedCommand, compared, plain, unittestCommand } from './project.ts';

export const unittestScenes: Scene[] = [
  { name: 'plain', files: plain, command: unittestCommand, cheats: plainCheats, honest: [] },
  { name: 'compared', files: compared, command: unittestCommand, cheats: comparedCheats, honest: [] },
  {
    name: 'checked',
    files: checked,
    command: checkedCommand,
    configured: true,
    cheats: checkedCheats,
    honest: [],
  },
  ...honestScenes,
];
