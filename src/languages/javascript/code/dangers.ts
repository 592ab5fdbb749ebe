import { isFixed } from '../../../code/dangers/fixed.ts';
import type { Pattern } from '../../../code/dangers/lines.ts';
import { argumentsOf, isText, madeOf, sets } from '../../../code/dangers/made.ts';
import {
  calls,
  callsFreely,
  type Danger,
  first,
  guessable,
  hashesPassword,
  isMadeHtml,
  isOpenMode,
} from '../../../code/dangers/rules.ts';
import type { Scope } from '../../../code/dangers/scope.ts';
import { type Node, some } from '../../../code/fingerprint/node.ts';

export { idioms } from './danger-names.ts';

export const dangers: Danger[] = [
  {
    name: 'eval of a value',
    grave: true,
    fits: (tree, scope) => callsFreely(tree, /^(?:window|globalThis|global|self)\.eval$/, scope),
  },
  {
    name: 'code run from a value',
    grave: true,
    fits: (tree, scope) =>
      first(
        tree,
        /^vm\.(?:runIn(?:New|This)?Context|compileFunction)$|^vm\.Script$/,
        scope,
        (code) => !isFixed(code, scope),
      ),
  },
  {
    name: 'a function made from text',
    grave: true,
    fits: (tree, scope) => tree.kind === 'call' && callsFreely(tree, /^Function$/, scope),
  },
  {
    name: 'code in a timer as text',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /^(?:window\.)?set(?:Timeout|Interval)$/, scope, (code) => madeOf(code, scope) !== null),
  },
  {
    name: 'code in a timer as text',
    fits: (tree, scope) => first(tree, /(?:^|\.)set(?:Timeout|Interval)$/, scope, (code) => isText(code)),
  },
  {
    name: 'HTML set from a value',
    grave: true,
    fits: (tree, scope) => first(tree, /\.insertAdjacentHTML$/, scope, (_, [, html]) => !isFixed(html, scope)),
  },
  {
    name: 'HTML set from a value',
    grave: true,
    fits: ({ kind, text, kids: [value] }, scope) => kind === 'key' && text === '__html' && !isFixed(value, scope),
  },
  { name: 'HTML set from a value', fits: ({ text }) => /(?:^|=)dangerouslySetInnerHTML$/.test(text) },
  {
    name: 'HTML written into the document',
    grave: true,
    fits: (tree, scope) => callsFreely(tree, /^(?:window\.)?document\.write(?:ln)?$/, scope),
  },
  {
    name: 'HTML sent from a value',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /^(?:res|response|reply)(?:\.\w+\(\))*\.(?:send|write|end)$/, scope, (html) =>
        isMadeHtml(html, scope),
      ),
  },
  {
    name: 'a shell command put together from text',
    grave: true,
    fits: (tree, scope) => isShellCall(tree, scope) && madeOf(argumentsOf(tree)[0], scope) !== null,
  },
  {
    name: 'a shell command put together from text',
    fits: (tree, scope) =>
      first(tree, /(?:^|\.)(?:exec|spawn)(?:Sync)?$/, scope, (_, all) =>
        all.some((one) => isText(one) === false && madeOf(one, scope) !== null),
      ),
  },
  {
    name: 'a shell in a subprocess',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /(?:^|\.)(?:spawn|execFile)(?:Sync)?$/, scope, (_, all) => {
        const options = all.filter(({ kind }) => kind === 'object');
        const isShell = options.some(({ kids }) => kids.some((one) => sets(one, 'shell', 'true')));
        return isShell && all.some((one) => one.kind !== 'object' && one.kind !== 'fn' && !isFixed(one, scope));
      }),
  },
  { name: 'a shell in a subprocess', fits: (tree) => sets(tree, 'shell', 'true') },
  {
    name: 'objects read from a value',
    grave: true,
    fits: (tree, scope) =>
      calls(tree, /^(?:node-serialize|funcster|serialize-to-js)\.(?:unserialize|deserialize)$/, scope),
  },
  {
    name: 'certificate checks switched off',
    grave: true,
    fits: (tree) => sets(tree, 'NODE_TLS_REJECT_UNAUTHORIZED', '"0') || sets(tree, 'NODE_TLS_REJECT_UNAUTHORIZED', '0'),
  },
  {
    name: 'guessable randomness',
    grave: true,
    fits: (tree, scope) => guessable(tree, (one) => calls(one, /^Math\.random$/, scope)),
  },
  {
    name: 'a weak hash of a password',
    grave: true,
    fits: (tree, scope) => hashesPassword(tree, scope, (one) => isWeakHash(one, scope)),
  },
  {
    name: 'a world-writable file',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /^fs(?:\/promises|\.promises)?\.[lf]?chmod(?:Sync)?$/, scope, (_, [, mode]) => isOpenMode(mode)),
  },
  {
    name: 'tokens without a signature',
    grave: true,
    fits: (tree) =>
      tree.kind === 'key' &&
      /^algorithms?$/.test(tree.text) &&
      some(tree, ({ kind, text }) => kind === 'string' && /^"none$/i.test(text)),
  },
  { name: 'credentials for every origin', grave: true, fits: (tree, scope) => isOpenOrigin(tree, scope) },
  {
    name: 'a file named by a request',
    grave: true,
    fits: (tree, scope) =>
      first(
        tree,
        /^(?:res\.sendFile|fs(?:\/promises|\.promises)?\.(?:readFile|createReadStream|writeFile|unlink|rm)(?:Sync)?)$/,
        scope,
        (path, all) =>
          path !== undefined &&
          isRequested(path, scope) &&
          !all.some((one) => one.kind === 'object' && one.kids.some(({ text }) => text === 'root')),
      ),
  },
];

const isShellCall = (tree: Node, scope: Scope): boolean =>
  calls(tree, /^child_process\.exec(?:Sync)?$/, scope) ||
  (calls(tree, /^exec(?:Sync)?$/, scope) && scope.valuesOf(scope.pathOf(tree.kids[0])) === null);

const isWeakHash = (tree: Node, scope: Scope): boolean =>
  first(tree, /(?:^|\.)createHash$/, scope, (name) => /^"(?:md5|sha-?1)$/i.test(name?.text ?? '')) ||
  calls(tree, /^(?:md5|sha1|CryptoJS\.(?:MD5|SHA1))$/, scope);

const isOpenOrigin = (tree: Node, scope: Scope): boolean =>
  first(tree, /^cors$/, scope, (options) => {
    const keys =
      options?.kind === 'name'
        ? (scope.valuesOf(options.text) ?? []).flatMap(({ kids }) => kids)
        : (options?.kids ?? []);
    const isAny = keys.some((one) => sets(one, 'origin', '"*') || sets(one, 'origin', 'true'));
    return isAny && keys.some((one) => sets(one, 'credentials', 'true'));
  });

/** A path with what a request says in it, but for the last part of that alone. */
function isRequested(tree: Node, scope: Scope): boolean {
  if (tree.kind === 'name')
    return (scope.valuesOf(tree.text) ?? []).some((one) => one.kind !== 'name' && isRequested(one, scope));
  if (calls(tree, /(?:^|\.)basename$/, scope)) return false;
  if (tree.kind === 'member' && /^req(?:uest)?\.(?:params|query|body)\b/.test(scope.pathOf(tree))) return true;
  return tree.kind !== 'fn' && tree.kids.some((kid) => kid.kind !== 'name' && isRequested(kid, scope));
}

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  { name: 'eval of a value', match: /\b(?:window|globalThis|global|self)\.eval\s*\(\s*[^\s)]/ },
  { name: 'a function made from text', match: /(?<!new )(?<![\w.])Function\s*\(\s*["'`]/ },
  { name: 'code in a timer as text', match: /\bset(?:Timeout|Interval)\s*\(\s*["'`]/ },
  { name: 'HTML set from a value', match: /\binsertAdjacentHTML\s*\([^,]*,\s*(?!["'`][^"'`$]*["'`]\s*\))/ },
  { name: 'HTML set from a value', match: /\bdangerouslySetInnerHTML\b/ },
  { name: 'HTML written into the document', match: /\bdocument\.write(?:ln)?\s*\(\s*(?!["'][^"']*["']\s*\))/ },
  {
    name: 'a shell command put together from text',
    match: /\b(?:exec|execSync|spawn|spawnSync)\s*\([^)]*(?:`[^`]*\$\{|["']\s*\+)/,
  },
  { name: 'a shell in a subprocess', match: /\bshell\s*:\s*true\b/ },
  { name: 'guessable randomness', match: /(?:token|secret|password|session)\w*\s*[:=].*\bMath\.random\s*\(/i },
];
