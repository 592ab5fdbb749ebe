import type { Control, ControlKind, ControlMaker, ControlRequest } from './shape.ts';

export type { Control, ControlKind, ControlRequest } from './shape.ts';

/** Null where nothing is known that must make the file fail. */
export async function controlFor(request: ControlRequest, kind: ControlKind = 'values'): Promise<Control | null> {
  const load = makers.find(([pattern]) => pattern.test(request.path))?.[1];
  const maker = await load?.();
  if (!maker?.runners.test(request.runner)) return null;
  return kind === 'values' ? maker.control(request) : (maker.callbacks?.(request) ?? null);
}

const makers: [RegExp, () => Promise<ControlMaker>][] = [
  [/\.[cm]?[jt]sx?$/, async () => (await import('../javascript/control/control.ts')).javascriptControl],
  [/\.py$/, async () => (await import('../python/control/control.ts')).pythonControl],
  [/_test\.go$/, async () => (await import('../go/control/control.ts')).goControl],
  [/\.rs$/, async () => (await import('../rust/control/control.ts')).rustControl],
  [/\.java$/, async () => (await import('../java/control/control.ts')).javaControl],
];
