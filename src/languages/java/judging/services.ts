import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

/** What a list of services is about, by the last part of its name: `Kind` of `META-INF/services/com.ex.Kind`. */
const serviceIn = (path: string): string => /META-INF\/services\/(?:.*[.$])?(\w+)$/.exec(path)?.[1] ?? '';

/** The changed lists of services that base's code loads. */
export async function askedServices(changed: string[], base: Files): Promise<string[]> {
  const lists = changed.filter((path) => serviceIn(path) !== '');
  if (lists.length === 0) return [];
  const sources = base.paths.filter((path) => /\.(?:java|kt|scala|groovy)$/.test(path));
  const loads = [...(await readAll(base, sources)).values()].flatMap((text) => [
    ...text.matchAll(/\bServiceLoader\s*\.\s*load\w*\s*\([^)]*?(\w+)\s*(?:\.class|::class)/g),
  ]);
  const names = new Set(loads.map(([, name]) => name));
  return lists.filter((path) => names.has(serviceIn(path)));
}
