import type { Action } from '../../action.ts';
import { analyzeAction } from './analyze.ts';
import { escalateAction, requestInfoAction } from './asking.ts';
import { compareAction } from './compare.ts';
import { generateAction } from './generate.ts';
import { deepest, type Parts, tooDeep } from './parts.ts';
import { standardSearch } from './search.ts';
import { transformAction } from './transform.ts';
import { validateAction } from './validate.ts';

export type { Parts } from './parts.ts';

/** What every agent may be allowed, by name; `delegate` is made where agents can be run. */
export function standardActions(parts: Parts): Map<string, Action> {
  const all = [
    analyzeAction(parts),
    standardSearch(parts),
    generateAction(parts),
    validateAction(parts),
    transformAction(parts),
    compareAction(parts),
    requestInfoAction(),
    escalateAction(),
  ];
  const deepInput = tooDeep(parts.input);
  return new Map(all.map((action) => [action.spec.name, walkable(action, deepInput)]));
}

/** Refuses data that is nested too deeply, before anything walks it. */
function walkable(action: Action, deepInput: boolean): Action {
  return {
    ...action,
    run: async (input, signal) =>
      deepInput || tooDeep(input)
        ? { observation: `Refused: data here is nested at most ${deepest} levels deep.` }
        : action.run(input, signal),
  };
}
