import { languageOf } from '../../registry.ts';
import type { Control, ControlKind, ControlRequest } from './shape.ts';

export type { Control, ControlKind, ControlRequest } from './shape.ts';

/** Null where nothing is known that must make the file fail. */
export async function controlFor(request: ControlRequest, kind: ControlKind = 'values'): Promise<Control | null> {
  const { controlled, control } = languageOf(request.path)?.judging ?? {};
  if (controlled?.test(request.path) === false) return null;
  const maker = await control?.();
  if (!maker?.runners.test(request.runner)) return null;
  return kind === 'values' ? maker.control(request) : (maker.callbacks?.(request) ?? null);
}
