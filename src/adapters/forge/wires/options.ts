import type { Clock } from '../../../ports/clock.ts';
import type { Point } from '../../../ports/point.ts';
import type { ForgeAddress } from '../../../schema/forge/pull.ts';

export interface WireOptions extends Omit<ForgeAddress, 'kind'> {
  /** Where its API is, without a slash at the end. */
  api: string;
  token: string;
  clock: Clock;
  /** Around whatever changes something there. */
  point?: Point | undefined;
}
