interface Row {
  path: string;
  line: number;
  text: string;
}

const most = 120;
const defines =
  /^\s*(?:export\s|public\s|pub\s|(?:async\s+)?(?:function|def|fn|func)\s|class\s|interface\s|type\s+\w+|struct\s|enum\s|trait\s|impl\b|const\s+\w+\s*=|module\.exports)/;
const tests = /(?:^|\/)(?:tests?|specs?|__tests__|__snapshots__|fixtures)\/|[._-](?:test|spec)s?\.|(?:^|\/)test_/i;
const prose = /\.(?:md|rst|txt|json|lock|ya?ml|toml|svg|html?|css|snap)$|(?:^|\/)(?:dist|vendor|build)\//i;

/** Definitions first, then uses in code, then prose and data, then tests; as many as can be read. */
export function ranked(rows: Row[]): string {
  const sorted = rows
    .map((row, at) => ({ row, at, weight: weightOf(row) }))
    .sort((a, b) => a.weight - b.weight || a.at - b.at)
    .map(({ row }) => `${row.path}:${row.line}: ${row.text}`);
  const more = sorted.length - most;
  return more > 0
    ? [...sorted.slice(0, most), `(${more} more: narrow the query or the scope)`].join('\n')
    : sorted.join('\n');
}

function weightOf({ path, text }: Row): number {
  if (tests.test(path)) return 3;
  if (prose.test(path)) return 2;
  return defines.test(text) ? 0 : 1;
}
