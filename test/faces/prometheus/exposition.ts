export interface Family {
  type: string;
  help: string;
  samples: { labels: Record<string, string>; value: number }[];
}

const name = /[a-zA-Z_:][a-zA-Z0-9_:]*/.source;
const value = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|[+-]?Inf/.source;
const sample = new RegExp(`^(${name})(?:\\{(.*)\\})? (${value})(?: -?\\d+)?$`);
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/y;

/**
 * Reads the text exposition format, version 0.0.4, and refuses what a scraper would: a line of any other form, a family
 * told twice or in two places, a type after its samples, a label or a series told twice, a last line without an end.
 */
export function parseExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const series = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = new RegExp(`^# (HELP|TYPE) (${name}) ?(.*)$`).exec(line);
    if (comment) {
      const [, kind, of = '', rest = ''] = comment;
      if (of !== current && families.has(of)) throw new Error(`${of} is told in two places`);
      const family = families.get(of) ?? { type: '', help: '', samples: [] };
      if (family.samples.length > 0) throw new Error(`${kind} of ${of} after its samples`);
      if (kind === 'TYPE' && !/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`type ${rest}`);
      if (kind === 'TYPE' ? family.type !== '' : family.help !== '') throw new Error(`${kind} of ${of} told twice`);
      if (kind === 'TYPE') family.type = rest;
      else family.help = unescaped(rest);
      families.set(of, family);
      current = of;
      continue;
    }
    const [, of = '', labels = '', number = ''] = sample.exec(line) ?? [];
    if (of === '' || of !== current) throw new Error(`not a sample of ${current}: ${line}`);
    const parsed = labelsOf(labels);
    const key = `${of} ${JSON.stringify(Object.entries(parsed).sort())}`;
    if (series.has(key)) throw new Error(`${key} is told twice`);
    series.add(key);
    families.get(of)?.samples.push({ labels: parsed, value: Number(number.replace('Inf', 'Infinity')) });
  }
  return families;
}

function labelsOf(text: string): Record<string, string> {
  const labels = new Map<string, string>();
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const at = label.lastIndex;
    const [, key, raw = ''] = label.exec(text) ?? [];
    if (key === undefined || labels.has(key)) throw new Error(`labels at ${at}: ${text}`);
    labels.set(key, unescaped(raw));
  }
  return Object.fromEntries(labels);
}

const unescaped = (text: string): string => text.replaceAll(/\\([\\n"])/g, (_, char) => (char === 'n' ? '\n' : char));
