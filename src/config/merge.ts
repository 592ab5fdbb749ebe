import { isMapping, type Path } from './yaml.ts';

type Values = Record<string, unknown>;

export interface Layer {
  values: Values;
  /** Where this layer says it: `file:line`, `flag --budget`, `default`. */
  where(path: Path): string;
}

/** Mappings key by key, everything else whole; `layers` has the strongest first. */
export function mergeLayers(layers: readonly Layer[]): Values {
  return layers.reduceRight<Values>((weaker, layer) => merge(weaker, layer.values, []), {});
}

/** For each value its dotted key and the layer that set it; null when none did. */
export function sources(values: Values, layers: readonly Layer[]): Map<string, { path: Path; layer: Layer | null }> {
  const origins = new Map<string, { path: Path; layer: Layer | null }>();
  const visit = (value: unknown, path: Path) => {
    if (isMapping(value) && (Object.keys(value).length > 0 || path.length === 0)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
      return;
    }
    origins.set(path.join('.'), { path, layer: layers.find((layer) => has(layer.values, path)) ?? null });
  };
  visit(values, []);
  return origins;
}

function merge(weaker: Values, stronger: Values, path: Path): Values {
  const merged = { ...weaker };
  // A key is sent only to the endpoint that it was named together with.
  if (path[0] === 'providers' && path.length === 2 && stronger.base_url !== undefined) delete merged.api_key_env;
  for (const [key, value] of Object.entries(stronger)) {
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    // A stronger file may protect more branches, and none less.
    if (path.length === 0 && key === 'protected_branches' && Array.isArray(below) && Array.isArray(value))
      merged[key] = [...new Set([...below, ...value])];
    else merged[key] = isMapping(value) ? merge(isMapping(below) ? below : {}, value, [...path, key]) : value;
  }
  return merged;
}

function has(values: unknown, path: Path): boolean {
  let inner = values;
  for (const part of path) {
    if (!isMapping(inner) || !Object.hasOwn(inner, part)) return false;
    inner = inner[part];
  }
  return true;
}
