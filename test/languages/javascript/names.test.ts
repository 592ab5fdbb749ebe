import { expect, test } from 'vitest';
import { undefinedScriptNames } from '../../../src/languages/javascript/modules/names.ts';

const named = async (text: string, path = 'a.js') =>
  (await undefinedScriptNames([{ path, text }])).map(({ line, name }) => `${line} ${name}`);
const node = "import assert from 'node:assert';\n";

test.each([
  [`${node}export const a = () => missing(1);`, ['2 missing']],
  ["const b = require('./b');\nmodule.exports = () => b(totl);", ['2 totl']],
  [`${node}export class A extends Bass {}\nnew A({ key: valeu });`, ['2 Bass', '3 valeu']],
  [`${node}const { x, ...rest } = { x };\nconsole.log(rest, \`\${nmae}\`);`, ['3 nmae']],
])('%j uses names that nothing defines', async (text, names) => {
  expect(await named(text)).toEqual(names);
});

test.each([
  'later();\nfunction later() {}\nfor (const one of [1]) label: for (;;) { if (one) break label; }',
  'export const f = ({ a, b: [c = 1] = [] }, ...rest) => a + c + rest.length;',
  'try { f(); } catch ({ message }) { message; }\nvar f = function g() { return g; };',
  "typeof maybe === 'function' && maybe();\n/* global theirs, ours */\ntheirs(ours);",
  'const o = { key: 1, method() {} };\no.other;\nexport { o as p };\nimport.meta.url;',
  'class A { static x = 1; #y = 2; get z() { return this.#y; } }\nA.x;',
  'describe("x", () => { it("y", () => { expect(1); assert(process.env.HOME); }); });\nsetTimeout(() => {}, 1);',
  'VERSION; __DEV__;',
  'document.title = name;',
  'eval("var x = 1"); x;',
  'import data from "./d.json" with { type: "json" };\nimport { readFile as read } from "node:fs";\nread(data);',
])('%j uses none', async (text) => {
  expect(await named(`${node}${text}`)).toEqual([]);
});

test('what may run in a page, types and what does not parse are left alone', async () => {
  expect(await named('export const a = () => firebase.auth();')).toEqual([]);
  expect(await named(`${node}export const a: Missing = missing;`, 'a.ts')).toEqual([]);
  expect(await named(`${node}const = missing;`)).toEqual([]);
});
