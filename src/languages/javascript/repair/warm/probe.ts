/**
 * Calls that the tests make of a file's exports are noted, and made again with other arguments: the tests' own, cut,
 * joined and exchanged for each other. A part of a module's text.
 */
export const probeShim = `
const [mostCalls, mostInputs] = [40, 160];

/** Null: what cannot be copied cannot be asked again. */
function copyOf(args) {
  try { return copied(args); } catch { return null; }
}

/** Stands in for what a file exports, and notes the calls of its functions. */
function noting(path, exported, calls) {
  const note = (fn, name) => new Proxy(fn, {
    apply(target, self, args) {
      if (calls.filter((call) => call.path === path && call.name === name).length < mostCalls) {
        const copy = copyOf(args);
        if (copy !== null) calls.push({ path, name, args: copy });
      }
      return Reflect.apply(target, self, args);
    },
  });
  if (typeof exported === 'function') return note(exported, '');
  if (typeof exported !== 'object' || exported === null || Object.isFrozen(exported)) return exported;
  const notes = new Map();
  return new Proxy(exported, {
    get(target, name, self) {
      const value = Reflect.get(target, name, self);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      if (!notes.has(value)) notes.set(value, note(value, name));
      return notes.get(value);
    },
  });
}

/** Functions stay what they are; the rest is data, or there is no copy. */
function copied(value) {
  if (typeof value === 'function' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  const made = Object.getPrototypeOf(value);
  if (made === Object.prototype || made === null) return Object.assign(Object.create(made), Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copied(one)])));
  return structuredClone(value);
}

/** The same numbers every time. */
function chanceOf(seed) {
  let state = seed;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * most);
  };
  return { below, one: (list) => list[below(list.length)] };
}

const kindOf = (value) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Another value of the same kind, out of this one and those that stand in its place elsewhere. */
function mixed(value, others, chance) {
  const same = others.filter((other) => kindOf(other) === kindOf(value));
  switch (kindOf(value)) {
    case 'boolean': return !value;
    case 'number': {
      const isWhole = Number.isInteger(value);
      const [least, largest] = [Math.min(value, ...same), Math.max(Math.abs(value), ...same.map(Math.abs))];
      const wide = Array.from({ length: 6 }, () => Math.floor(Math.min(0, least)) + chance.below(Math.floor(Math.min(1e9, 2 * largest)) + 3));
      const near = [value + 1, value - 1, value * 2, 0, 1, 2, 3, 5, 10, -value, ...(isWhole ? [] : [value / 2, value + 0.25])];
      return chance.one([...[...near, ...wide].filter((one) => one >= 0 || least < 0), ...same]);
    }
    case 'string':
    case 'array': {
      const other = same.length > 0 ? chance.one(same) : value;
      const at = chance.below(value.length + 1);
      const until = at + chance.below(value.length + 1 - at);
      const kind = chance.below(typeof value === 'string' ? 9 : 8);
      if (kind === 8) {
        const swapped = [...value].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
        return chance.one([swapped, value.slice(0, at) + chance.one([...'aZ0 .']) + value.slice(at)]);
      }
      if (kind === 0) return value.slice(at, until);
      if (kind === 1) return value.slice(0, at).concat(other.slice(chance.below(other.length + 1)));
      if (kind === 3) return value.slice(0, at).concat(value.slice(at, at + 1), value.slice(at));
      if (kind === 4 || value.length === 0) return value.length > 0 ? value.concat(other) : other;
      const parts = typeof value === 'string' ? [...value] : [...value];
      const back = (list) => (typeof value === 'string' ? list.join('') : list);
      if (kind === 2) return back(parts.reverse());
      if (kind === 5) return back(parts.map((part) => [chance.below(1e6), part]).sort(([a], [b]) => a - b).map(([, part]) => part));
      const place = chance.below(parts.length);
      const inner = [...same, value].flatMap((one) => [...one]);
      parts[place] = typeof value === 'string' ? chance.one(inner) : mixed(parts[place], inner, chance);
      return back(parts);
    }
    case 'object': {
      const keys = Object.keys(value);
      const made = Object.getPrototypeOf(value);
      if (keys.length === 0 || (made !== Object.prototype && made !== null)) return value;
      const changed = copied(value);
      const key = chance.one(keys);
      if (chance.below(3) === 0) delete changed[key];
      else changed[key] = mixed(changed[key], Object.values(value), chance);
      return changed;
    }
    default: return value;
  }
}

function inputsFrom(calls) {
  const chance = chanceOf(1);
  const [seen, inputs, groups] = [new Set(), [], new Map()];
  const add = (call) => {
    const key = call.path + ' ' + call.name + ' ' + inspect(call.args, { depth: 6 });
    if (seen.has(key) || inputs.length >= mostInputs) return;
    seen.add(key);
    inputs.push(call);
  };
  for (const call of calls) {
    const key = call.path + ' ' + call.name;
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  for (const group of groups.values()) for (const call of group.slice(0, 20)) add(call);
  const all = [...groups.values()];
  for (let round = 0; round < 800 && inputs.length < mostInputs && all.length > 0; round += 1) {
    const group = chance.one(all);
    const call = chance.one(group);
    const args = copied(call.args);
    if (args.length === 0) continue;
    for (let times = chance.one([1, 1, 2]); times > 0; times -= 1) {
      const at = chance.below(args.length);
      args[at] = mixed(args[at], group.flatMap((other) => (other.args.length > at ? [other.args[at]] : [])), chance);
    }
    add({ ...call, args });
  }
  return inputs;
}

/** As people write it: without the last digits, and without a zero's sign. */
const rounded = (value) => (typeof value === 'number' ? Number(value.toPrecision(9)) + 0 : Array.isArray(value) ? value.map(rounded) : value);
const inspected = (value) => inspect(rounded(value), { depth: 6, maxArrayLength: 200, maxStringLength: 4000, sorted: true, breakLength: Infinity });

async function outcomeOf(fn, args, limit_ms) {
  const own = copied(args);
  const before = inspected(own);
  try {
    globalThis.pawlProbe = () => {
      const value = fn(...own);
      return value && typeof value.next === 'function' && value[Symbol.iterator] ? [...taken(value)] : value;
    };
    let value = vm.runInThisContext('pawlProbe()', { timeout: limit_ms });
    if (value && typeof value.then === 'function') value = await Promise.race([value, new Promise((resolve) => setTimeout(resolve, limit_ms, 'late'))]);
    const [text, after] = [inspected(value), inspected(own)];
    return createHash('sha256').update(after === before ? text : text + ' ' + after).digest('hex').slice(0, 12) + text.slice(0, 60);
  } catch (error) {
    if (error && (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || error instanceof RangeError)) return 'endless';
    return '!' + ((error && error.name) || 'Error');
  }
}

function* taken(values) {
  let count = 0;
  for (const one of values) {
    yield one;
    count += 1;
    if (count >= 200) return;
  }
}
`;
