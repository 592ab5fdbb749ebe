import type { Setting } from '../../judging/used/shape.ts';

/** `pytest_plugins = ["a.b"]`, as modules. */
export function pythonSettings(text: string): Setting[] {
  const plugins = /^pytest_plugins\s*(?::[^=\n]*)?=\s*(\[[^\]]*\]|\([^)]*\)|["'][^"'\n]*["'])/m.exec(text)?.[1] ?? '';
  return [...plugins.matchAll(/["']([\w.]+)["']/g)].map(([, value = '']) => ({ keys: ['pytest_plugins'], value }));
}
