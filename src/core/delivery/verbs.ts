/** Verbs that a change is described with, in the imperative; what else is asked of them follows from their ending. */
const verbs =
  `accept add adjust align allow apply avoid back bring build bump cache calculate call catch change check clamp
clarify clean clear close combine compare complete compute configure convert correct count cover create decode dedupe
deduplicate default define delete deprecate derive detect disable document drop emit enable encode ensure escape expand
expose extend extract find fix flush follow format forward generate get give guard handle hide honour honor ignore implement
improve include increase initialise initialize inline insert introduce invert iterate join keep let limit list load log lower
make mark match memoize merge move name narrow normalise normalize omit open order parse pass pin preserve prevent print
process propagate protect provide publish raise read recognise recognize record redirect reduce refactor refuse register
reject release remove rename render repair replace report require reset resolve respect restore restrict retry return reuse
reverse revert rewrite round run sanitize save send serialise serialize set show simplify skip sort speed split stop store
strip support swap switch sync take test throw tidy trim truncate try turn tweak unify update upgrade use validate verify
wait warn widen wrap write`.split(/\s+/);

const irregular: Record<string, string> = {
  made: 'make',
  wrote: 'write',
  built: 'build',
  ran: 'run',
  took: 'take',
  brought: 'bring',
  gave: 'give',
  got: 'get',
  found: 'find',
  kept: 'keep',
  threw: 'throw',
  sent: 'send',
  caught: 'catch',
  hid: 'hide',
};

const imperatives = new Map<string, string>(Object.entries(irregular));
const pasts = new Map<string, string>(Object.entries(irregular).map(([past, verb]) => [verb, past]));
for (const verb of verbs) {
  const [past, third, going] = forms(verb);
  for (const form of [verb, past, third, going]) if (!imperatives.has(form)) imperatives.set(form, verb);
  if (!pasts.has(verb)) pasts.set(verb, ['set', 'let', 'split', 'read'].includes(verb) ? verb : past);
}

function forms(verb: string): [past: string, third: string, going: string] {
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`, `${verb.slice(0, -1)}ies`, `${verb}ing`];
  if (verb.endsWith('e')) return [`${verb}d`, `${verb}s`, `${verb.slice(0, -1)}ing`];
  const doubled = /^(?:[^aeiou]*[aeiou][bdgklmnprt]|omit|prevent.)$/.test(verb) ? `${verb}${verb.at(-1)}` : verb;
  return [`${doubled}ed`, /(?:s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`, `${doubled}ing`];
}

/** The text with its first word in the imperative; null where that is no verb of a change. */
export function imperative(text: string): string | null {
  const [, first = '', rest = ''] = /^(\p{L}+)\b([\s\S]*)$/u.exec(text) ?? [];
  const verb = imperatives.get(first.toLowerCase());
  return verb === undefined ? null : `${verb}${rest}`;
}

/** An imperative as something that was done. */
export function inPast(text: string): string {
  const [, first = '', rest = ''] = /^(\p{L}+)\b([\s\S]*)$/u.exec(text) ?? [];
  return `${pasts.get(first.toLowerCase()) ?? first}${rest}`;
}
