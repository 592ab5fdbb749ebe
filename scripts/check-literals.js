// Says where a literal of src names a language, its file endings, its runners or its manifests outside that language's
// folder. Each exception stands in literals-allowed.js, with its reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { allowed } from './literals-allowed.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that only one language's folder may say. */
const words = {
  javascript:
    /\.[cm]?[jt]sx?\b|\[cm\]\??\[?[jt]\]?|\bjsx?\b|\btsx?\b|\bjavascript\b|\btypescript\b|\bnode(?::test|_modules)?\b|\b(?:vitest|jest|mocha|npm|npx|pnpm|yarn|eslint|oxlint|tsconfig)\b|package(?:-lock)?(?:\\)?\.json/i,
  python:
    /\.py[iw]?\b|\\\.py\b|\bpy\b|\bpython3?\b|\b(?:pytest|unittest|conftest|pyproject|tox|ruff|flake8|pip|venv|setup\.cfg|requirements)\b|__pycache__|\.venv/i,
  // An English verb, too: only where it stands alone, among others of a pattern, or before what it is told to do.
  go: /\.go\b|^go$|[|(:]go[|)]|\bgo (?:test|vet|mod|env|build|run|fmt)\b|\bgolang\b|\bgo(?:\\)?\.(?:mod|sum|work)\b|_test\\?\.go|\bgofmt\b|\bGO[A-Z]{3,}\b/,
  rust: /\.rs\b|\brs\b|\brust(?:c|fmt|up)?\b|\bcargo\b|\bclippy\b/i,
  java: /\.java\b|\bjavac?\b|\bkotlin\b|\bmaven\b|\bmvnw?\b|\bpom(?:\\)?\.xml\b|\bgradlew?\b|\bjacoco\b/i,
  shell: /\.(?:ba|z)?sh\b/,
};

const files = argv.length > 2 ? argv.slice(2).map((path) => resolve(path)) : sources(join(root, 'src'));
const used = new Set();
const breaches = files.flatMap(breachesIn);
for (const breach of breaches) console.error(breach);
const idle = argv.length > 2 ? [] : Object.keys(allowed).filter((path) => !used.has(path));
for (const path of idle) console.error(`${path} names no language: take it out of scripts/literals-allowed.js`);
if (breaches.length > 0)
  console.error('\nAsk the language: what it knows stands in src/languages/NAME, behind `Language`.');
process.exitCode = breaches.length + idle.length > 0 ? 1 : 0;

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function breachesIn(file) {
  const path = relative(root, file);
  const home = /(?:^|\/)src\/languages\/(\w+)\//.exec(path)?.[1];
  const text = readFileSync(file, 'utf8');
  const found = [];
  const look = (value, start) => {
    for (const [language, names] of Object.entries(words)) {
      const name = language === home ? null : names.exec(value)?.[0];
      if (name) found.push({ name, line: text.slice(0, start).split('\n').length });
    }
  };
  const imports = new Set();
  const skip = ({ source }) => source && imports.add(source.start);
  const { program } = parseSync(file, text);
  new Visitor({
    ImportDeclaration: skip,
    ExportNamedDeclaration: skip,
    ExportAllDeclaration: skip,
    ImportExpression: skip,
    TSImportType: skip,
    Literal(node) {
      if (imports.has(node.start)) return;
      if (node.regex) look(node.regex.pattern, node.start);
      else if (typeof node.value === 'string') look(node.value, node.start);
    },
    TemplateElement(node) {
      look(node.value.cooked ?? node.value.raw, node.start);
    },
  }).visit(program);
  if (found.length > 0 && Object.hasOwn(allowed, path)) {
    used.add(path);
    return [];
  }
  return found.map(({ name, line }) => `${path}:${line}: \`${name}\``);
}
