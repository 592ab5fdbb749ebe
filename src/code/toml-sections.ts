export interface TomlSection {
  /** `tool.pytest.ini_options`; empty for what stands before the first header. */
  name: string;
  /** `key = value` as written, over as many lines as the value has, without comments of their own. */
  entries: string[];
}

/**
 * The sections of a TOML file by their headers, without reading values. Headers inside multi-line values are not
 * headers. Null when a string, bracket or header is left open, or a name hides behind escapes.
 */
export function tomlSections(text: string): TomlSection[] | null {
  const sections: TomlSection[] = [{ name: '', entries: [] }];
  let state: Open = { depth: 0, quote: null };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const inside = state.depth > 0 || state.quote !== null;
    const header = inside ? null : /^\[\[?([^[\]]+)\]\]?\s*(?:#.*)?$/.exec(line);
    if (!inside && !line.startsWith('#') && /^[^=]*\\/.test(line)) return null;
    if (!inside && !header && line.startsWith('[')) return null;
    if (header) {
      sections.push({ name: (header[1] ?? '').replace(/["'\s]/g, ''), entries: [] });
      continue;
    }
    const entries = sections.at(-1)?.entries ?? [];
    if (inside) entries.push(`${entries.pop() ?? ''}\n${line}`);
    else if (line !== '' && !line.startsWith('#')) entries.push(line);
    state = scan(line, state);
  }
  return state.depth === 0 && state.quote === null ? sections : null;
}

interface Open {
  depth: number;
  quote: '"""' | "'''" | null;
}

function scan(line: string, { depth, quote }: Open): Open {
  const outside = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#|[[\]{}]/g;
  const closing = { '"""': /\\.|"""/g, "'''": /'''/g };
  for (let at = 0; at < line.length; ) {
    const pattern = quote === null ? outside : closing[quote];
    pattern.lastIndex = at;
    const mark = pattern.exec(line)?.[0];
    if (mark === undefined || (quote === null && mark === '#')) break;
    at = pattern.lastIndex;
    if (quote !== null) quote = mark === quote ? null : quote;
    else if (mark === '"""' || mark === "'''") quote = mark;
    else if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
  }
  return { depth, quote };
}
