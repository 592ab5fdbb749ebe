import { isFixed } from '../../../code/dangers/fixed.ts';
import type { Pattern } from '../../../code/dangers/lines.ts';
import { sets } from '../../../code/dangers/made.ts';
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
import type { Idioms, Scope } from '../../../code/dangers/scope.ts';
import { type Node, some } from '../../../code/fingerprint/node.ts';

/** A package is called by the last part of its path, unless its import says otherwise. */
function aliases(root: Node): Map<string, string> {
  const names = new Map<string, string>();
  for (const { kind, text } of root.kids) {
    if (kind !== 'import') continue;
    for (const [, local, path = ''] of text.matchAll(/(?:([\w.]+) )?" ([^" ]+) "/g)) {
      const last =
        path
          .replace(/\/v\d+$/, '')
          .split('/')
          .at(-1) ?? path;
      names.set(local === undefined || local === 'import' ? last : local, path);
    }
  }
  return names;
}

export const idioms: Idioms = {
  aliases,
  formats: /^fmt\.Sprintf$/,
  copies: /^(?:append|string|fmt\.Sprint|strings\.(?:Join|TrimSpace|ToLower|ToUpper|TrimSuffix|TrimRight))$/,
};

export const dangers: Danger[] = [
  {
    name: 'certificate checks switched off',
    grave: true,
    fits: (tree) =>
      (tree.kind === 'assign' && sets(tree, 'InsecureSkipVerify', 'true')) ||
      (tree.text === '{}' &&
        tree.kids.some((one) => sets(one, 'InsecureSkipVerify', 'true')) &&
        !tree.kids.some(({ kids: [key] }) => /^Verify(?:Connection|PeerCertificate)$/.test(key?.text ?? ''))),
  },
  {
    name: 'HTML set from a value',
    grave: true,
    fits: (tree, scope) => callsFreely(tree, /^(?:html\/)?template\.(?:HTML|JS|HTMLAttr)$/, scope),
  },
  { name: 'HTML set from a value', fits: (tree, scope) => callsFreely(tree, /^(?:html\/)?template\.URL$/, scope) },
  { name: 'HTML sent from a value', grave: true, fits: (tree, scope) => isSentHtml(tree, scope) },
  {
    name: 'guessable randomness',
    grave: true,
    fits: (tree, scope) => guessable(tree, (one) => calls(one, /^math\/rand(?:\/v2)?\./, scope)),
  },
  {
    name: 'a weak hash of a password',
    grave: true,
    fits: (tree, scope) =>
      hashesPassword(tree, scope, (one) => calls(one, /^(?:crypto\/)?(?:md5|sha1)\.(?:New|Sum)$/, scope)),
  },
  {
    name: 'a world-writable file',
    grave: true,
    fits: (tree, scope) => first(tree, /^os\.Chmod$/, scope, (_, [, mode]) => isOpenMode(mode)),
  },
  {
    name: 'tokens without a signature',
    grave: true,
    fits: ({ kind, text }) => kind === 'member' && /^(?:UnsafeAllowNoneSignatureType|SigningMethodNone)$/.test(text),
  },
  {
    name: 'credentials for every origin',
    grave: true,
    fits: (tree) =>
      tree.text === '{}' &&
      /\bcors\b/.test(tree.kids[0]?.text ?? '') &&
      tree.kids.some((one) => sets(one, 'AllowCredentials', 'true')) &&
      tree.kids.some((one) => sets(one, 'AllowAllOrigins', 'true') || isAnyOrigin(one)),
  },
  { name: 'a file named by a request', grave: true, fits: (tree, scope) => isRequestedFile(tree, scope) },
];

const isAnyOrigin = ({ kids: [key, value] }: Node): boolean =>
  /^Allow(?:ed)?Origins$/.test(key?.text ?? '') && value?.kids.some(({ text }) => text === '"*') === true;

function isSentHtml(tree: Node, scope: Scope): boolean {
  const isWriter = (one: Node | undefined) => /ResponseWriter$/.test(scope.typeOf(one?.text ?? ''));
  if (first(tree, /^fmt\.Fprintf$/, scope, isWriter)) {
    const [, , text, ...values] = tree.kids;
    return /<\/?[a-z!]/i.test(text?.text ?? '') && !values.every((one) => isFixed(one, scope));
  }
  if (first(tree, /^(?:fmt\.Fprint(?:ln)?|io\.WriteString)$/, scope, isWriter))
    return tree.kids.slice(2).some((one) => isMadeHtml(one, scope));
  return first(tree, /\.Write$/, scope, (html) => isWriter(tree.kids[0]?.kids[0]) && isMadeHtml(html, scope));
}

const isRequestedFile = (tree: Node, scope: Scope): boolean =>
  first(tree, /^os\.(?:Open|ReadFile|Create|Remove)$/, scope, (path) => path !== undefined && isRequested(path, scope));

/** A path with what a request says in it, but for the last part of that alone. */
function isRequested(tree: Node, scope: Scope): boolean {
  if (tree.kind === 'name')
    return (scope.valuesOf(tree.text) ?? []).some((one) => one.kind !== 'name' && isRequested(one, scope));
  if (calls(tree, /^path(?:\/filepath)?\.Base$/, scope)) return false;
  const path = tree.kind === 'call' ? scope.pathOf(tree.kids[0]) : '';
  const isValue = /^\w+\.(?:FormValue|PathValue|PostFormValue)$|^\w+\.URL\.Query\(\)\.Get$/.test(path);
  if (isValue && /http \. Request$/.test(scope.typeOf(path.split('.', 1)[0] ?? ''))) return true;
  return (
    tree.kind === 'call' &&
    tree.kids
      .slice(1)
      .some((kid) => some(kid, (one) => one.kind === 'call' || one.kind === 'name') && isRequested(kid, scope))
  );
}

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  {
    name: 'SQL put together from text',
    match: /\bSprintf\s*\(\s*["`]\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)/i,
  },
  { name: 'a shell in a subprocess', match: /\bexec\.Command(?:Context)?\s*\([^)]*"(?:ba|z)?sh"\s*,\s*"-c"/ },
  { name: 'certificate checks switched off', match: /\bInsecureSkipVerify\s*:\s*true\b/ },
  { name: 'HTML set from a value', match: /\btemplate\.(?:HTML|JS|URL)\s*\(\s*(?!["`])/ },
];
