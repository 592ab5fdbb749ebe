import { sameCode } from '../../../../code/lexemes/lexemes.ts';
import type { Edit } from '../../../../code/lexemes/literals.ts';
import { isTestAttribute, isTestOnly, type RustItem } from '../../code/items.ts';

/** Whether an item is there for tests alone. */
export function isRegion(item: RustItem): boolean {
  return item.attributes.some((attribute) => isTestOnly(attribute) || isTestAttribute(attribute));
}

/** Product code around tests: what is in it can be for tests. */
const holds = (item: RustItem): boolean => /^(?:mod|impl|trait)$/.test(item.kind) && item.body !== null;

/** All of `file` that is for tests, outermost first. */
export function regionsIn(module: RustItem): RustItem[] {
  return module.items.flatMap((item) => (isRegion(item) ? [item] : holds(item) ? regionsIn(item) : []));
}

export function changedItems(base: RustItem, now: RustItem | null): string[] {
  const isWhole = base.inner.some(isTestOnly);
  const present = now && gates(base) === gates(now) ? now : null;
  return base.items.flatMap((item) => {
    if (isRegion(item) || isWhole) return alteredIn(item, present);
    if (!holds(item)) return [];
    const same = present?.items.find((other) => alike(item, other)) ?? null;
    return changedItems(item, same).map((name) => `${labelOf(item)} > ${name}`);
  });
}

/** What changes whether a module is there at all, or where its text comes from. */
const gates = ({ attributes, inner }: RustItem): string =>
  [...attributes, ...inner].filter((one) => /^cfg\(|^path|^cfg_attr\(.*\b(?:cfg|path)\b/s.test(one)).join('\n');

function alteredIn(item: RustItem, parent: RustItem | null): string[] {
  const named = parent?.items.filter((other) => alike(item, other)) ?? [];
  if (named.some((other) => sameCode(item.tokens, other.tokens))) return [];
  const [other] = named;
  const whole =
    !other ||
    item.kind !== 'mod' ||
    !item.body ||
    !other.body ||
    item.attributes.join('\n') !== other.attributes.join('\n') ||
    item.inner.join('\n') !== other.inner.join('\n');
  if (whole) return [labelOf(item)];
  const inner = item.items.flatMap((one) => alteredIn(one, other));
  return inner.map((name) => `${labelOf(item)} > ${name}`);
}

export function addedItems(base: RustItem | null, now: RustItem): string[] {
  return now.items.flatMap((item) => {
    const counterpart = base?.items.find((other) => alike(item, other)) ?? null;
    if (isRegion(item) && !counterpart) return [labelOf(item)];
    return holds(item) ? addedIn(counterpart, item).map((name) => `${labelOf(item)} > ${name}`) : [];
  });
}

/** In a module of tests everything new is new; elsewhere only what is for tests. */
function addedIn(base: RustItem | null, now: RustItem): string[] {
  if (!isRegion(now)) return addedItems(base, now);
  return now.items.flatMap((item) => {
    const counterpart = base?.items.find((other) => alike(item, other)) ?? null;
    if (counterpart)
      return item.kind === 'mod' ? addedIn(counterpart, item).map((name) => `${labelOf(item)} > ${name}`) : [];
    return isRegion(item) || item.kind === 'mod' || item.kind === 'macro' ? [labelOf(item)] : [];
  });
}

/** The edits of `now` that put base's tests in the place of its own. */
export function restoredItems(base: RustItem | null, now: RustItem, text: string): Edit[] {
  const baseRegions = base?.items.filter(isRegion) ?? [];
  const placed = new Set<RustItem>();
  const edits: Edit[] = [];
  const missing: RustItem[] = [];
  for (const item of baseRegions) {
    const candidates = now.items.filter((other) => !placed.has(other) && alike(item, other));
    const other =
      candidates.find((one) => sameCode(one.tokens, item.tokens)) ?? candidates.find(isRegion) ?? candidates[0];
    if (other) {
      placed.add(other);
      edits.push({ start: other.start, end: other.end, text: text.slice(item.start, item.end) });
    } else missing.push(item);
  }
  for (const item of now.items) {
    if (placed.has(item)) continue;
    if (isRegion(item)) edits.push({ start: item.start, end: item.end, text: '' });
    else if (holds(item))
      edits.push(...restoredItems(base?.items.find((other) => alike(item, other)) ?? null, item, text));
  }
  const removed = base?.items.filter(
    (item) => holds(item) && !isRegion(item) && !now.items.some((other) => alike(item, other)),
  );
  missing.push(...(removed ?? []).flatMap(regionsIn));
  const end = now.body?.end ?? now.end;
  const added = missing.map((item) => `\n${text.slice(item.start, item.end)}\n`).join('');
  return added === '' ? edits : [...edits, { start: end, end, text: added }];
}

/** Of one kind and name. A macro's call has no name but what it is given. */
function alike(one: RustItem, other: RustItem): boolean {
  if (one.kind !== other.kind || one.name !== other.name) return false;
  return one.kind !== 'macro' || sameCode(one.tokens, other.tokens);
}

function labelOf({ kind, name }: RustItem): string {
  return kind === 'fn' ? name : `${kind === 'macro' ? '' : `${kind} `}${name}`.slice(0, 80);
}
