/** Keywords all in capitals are SQL wherever the rest may lead. */
const loud =
  /^[\s(]*(?:SELECT\b[\s\S]*\bFROM\b|INSERT\s+(?:IGNORE\s+)?INTO\b|UPDATE\b[\s\S]*\bSET\b|DELETE\s+FROM\b|WITH\s+\w+\s+AS\s*\(\s*SELECT\b)/;
const columns = String.raw`[\w.*"\x60()]+(?:\s+as\s+\w+)?`;
/** Others are English as often: "select a file from", "insert into the list". */
const quiet = new RegExp(
  String.raw`^[\s(]*(?:select\s+(?:distinct\s+)?${columns}(?:\s*,\s*${columns})*\s+from\s+[\w."\x60]+(?:\s+\w+)?\s*(?:$|[\n;)]|where\b|join\b|order\b|limit\b|group\b)|insert\s+into\s+[\w."\x60]+\s*(?:\(|values\b)|update\s+[\w."\x60]+\s+set\s+[\w."\x60]+\s*=|delete\s+from\s+[\w."\x60]+\s*(?:$|where\b))`,
);

export const isSql = (text: string | null): boolean => text !== null && (loud.test(text) || quiet.test(text));
