import type { ModelServer, Script } from '../../../src/faces/demo/model-server.ts';
import { ladder } from './model.ts';
import type { Ended, Place } from './place.ts';
import { adder } from './projects.ts';

type Roles = Parameters<Place['models']>[1];

export interface Setting {
  target: string;
  config: string;
  server: ModelServer;
  /** `--target` and `--config`. */
  here: string[];
}

/** A repository, a model server and a ladder of two tiers, `cheap` (small) and `smart` (large). */
export async function setting(
  place: Place,
  script: Script,
  { files = adder, more = '', roles }: { files?: Record<string, string>; more?: string; roles?: Roles } = {},
): Promise<Setting> {
  const target = place.repo(files);
  const server = await place.models(script, roles);
  const config = place.file(`pawl-${server.url.replaceAll(/\D/g, '')}.yaml`, ladder(server.url, more));
  return { target, config, server, here: ['--target', target, '--config', config] };
}

/** One request as one task, no questions, events as JSON. */
export function runSingle(place: Place, { here }: Setting, ...options: string[]): Promise<Ended> {
  return place.pawl(['run', 'make it add', ...here, '--yes', '--json', '--plan', 'single', ...options]);
}
