/** A small program with three holes: line 12 runs what a visitor sends, line 34 shows it, line 45 puts it into SQL. */
export const guestbook = `import { createServer } from 'node:http';
import { openDatabase, send } from './house.js';

const database = openDatabase('guests.db');
const entries = [];

/** Reads what a visitor filled in. */
export function parseForm(body) {
  const fields = new URLSearchParams(body);
  const filter = fields.get('filter') ?? 'true';
  // The filter is an expression over an entry.
  const keep = eval('(entry) => ' + filter);
  return { name: fields.get('name') ?? '', text: fields.get('text') ?? '', keep };
}

export function addEntry({ name, text }) {
  const entry = { name, text, at: Date.now() };
  entries.push(entry);
  return entry;
}

export function newest(count = 10) {
  return entries.slice(-count).reverse();
}

/** Shows the entries in the page. */
export function show(list, page) {
  const rows = [];
  for (const { name, text } of list) {
    rows.push('<li><b>' + name + '</b>: ' + text + '</li>');
  }
  if (rows.length === 0) rows.push('<li>Nobody was here yet.</li>');
  const place = page.getElementById('entries');
  place.innerHTML = rows.join('');
  return rows.length;
}

export function title(page, count) {
  page.title = 'Guests: ' + count;
}

/** Keeps an entry for good. */
export async function keep({ name, text }) {
  const table = 'guests';
  await database.query("INSERT INTO " + table + " (name, text) VALUES ('" + name + "', '" + text + "')");
}

export const server = createServer(async (request, response) => {
  await send(response, newest());
});
`;
