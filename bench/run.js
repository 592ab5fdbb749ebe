// Runs every case in bench/cases (or those named), one line each: name, value, bound, ok or over, or why it is skipped.
// Exits 1 when one is over.
import { readdirSync } from 'node:fs';

const folder = new URL('cases/', import.meta.url);
const named = process.argv.slice(2);
const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
const wanted = files.filter((file) => named.length === 0 || named.includes(file.slice(0, -'.js'.length)));

if (wanted.length === 0) {
  console.error(`no such case: ${named.join(', ')} (there are ${files.map((file) => file.slice(0, -3)).join(', ')})`);
  process.exitCode = 2;
}

for (const file of wanted.sort()) {
  const { name, run } = await import(new URL(file, folder).href);
  const results = await run({ named: named.length > 0 });
  // One, several, or each as soon as it is measured.
  for await (const result of results[Symbol.asyncIterator] ? results : [results].flat()) show({ name, ...result });
}

function show({ name, value, bound, unit, detail, skipped }) {
  if (skipped) return console.log(`${name} skipped: ${skipped}`);
  const over = !(value <= bound);
  console.log(`${name} ${value.toFixed(2)}${unit} ${bound}${unit} ${over ? 'over' : 'ok'}`);
  if (detail) console.log(`  ${detail}`);
  if (over) process.exitCode = 1;
}
