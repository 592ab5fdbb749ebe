import { NoModel, PawlError } from '../ports/errors.ts';
import type { Check } from '../schema/run/view.ts';
import type { Wiring } from './wiring.ts';

export type Look = () => Promise<string | Pick<Check, 'detail' | 'works_without_model'>>;

/** Looks at each thing; what cannot be looked at is not fit. */
export async function examine(looks: Record<string, Look>): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, look] of Object.entries(looks)) {
    try {
      const seen = await look();
      checks.push({
        name,
        required: isRequired(name),
        ok: true,
        ...(typeof seen === 'string' ? { detail: seen } : seen),
      });
    } catch (error) {
      if (!(error instanceof PawlError)) throw error;
      const rest = error instanceof NoModel ? { works_without_model: true as const } : {};
      const required = isRequired(name) || stopping.has(error.reason);
      checks.push({ name, required, ok: false, detail: error.message, ...rest });
    }
  }
  return checks;
}

/** Why tests cannot be run: no run goes on from there. A project without tests may get some. */
const stopping = new Set(['tests_cannot_start', 'tests_do_not_end']);

/** What is about this project or only takes room leaves the machine fit. */
const isRequired = (name: string): boolean => name !== 'leftovers' && name !== 'tests';

export interface Leftovers extends Pick<Wiring, 'trust' | 'remove'> {
  exists: (folder: string) => Promise<boolean>;
  repair: boolean;
}

/** Private clones whose target is gone. */
export async function leftovers({ trust, exists, remove, repair }: Leftovers): Promise<string> {
  const stale: string[] = [];
  for (const run of await trust.runs()) {
    const record = await trust.load(run);
    if (!record || !(await exists(record.target))) stale.push(run);
  }
  if (stale.length === 0) return 'none';
  if (!repair)
    throw new PawlError(
      'leftovers',
      `${stale.length} private clones belong to repositories that no longer exist: pawl doctor --repair removes them`,
      8,
    );
  let bytes = 0;
  for (const run of stale) bytes += await remove(run);
  return `removed ${stale.length} private clones (${bytes} bytes)`;
}
