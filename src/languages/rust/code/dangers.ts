import { isFixed } from '../../../code/dangers/fixed.ts';
import type { Pattern } from '../../../code/dangers/lines.ts';
import { argumentsOf } from '../../../code/dangers/made.ts';
import {
  calls,
  type Danger,
  first,
  guessable,
  hashesPassword,
  isMadeHtml,
  isOpenMode,
  runs,
  shells,
} from '../../../code/dangers/rules.ts';
import { chainOf, type Idioms, type Scope } from '../../../code/dangers/scope.ts';
import type { Node } from '../../../code/fingerprint/node.ts';
import { macroValues } from './macros.ts';

/** Only what is renamed: the rest is known by its last name. */
function aliases(root: Node): Map<string, string> {
  const names = new Map<string, string>();
  for (const { kind, text } of root.kids)
    if (kind === 'import')
      for (const [, name = '', local = ''] of text.matchAll(/(\w+) as (\w+)/g)) names.set(local, name);
  return names;
}

export const idioms: Idioms = {
  aliases,
  formats: /^format$/,
  valuesIn: macroValues,
  redeclares: true,
  copies: /^(?:String\.from|vec|Some|Ok|concat|Cow\.(?:Borrowed|from))$/,
  inlined: /\{([a-z_]\w*)(?::[^}]*)?\}/g,
};

export const dangers: Danger[] = [
  { name: 'a shell in a subprocess', grave: true, fits: (tree, scope) => isShellCommand(tree, scope) },
  {
    name: 'a shell in a subprocess',
    fits: (tree, scope) => first(tree, /(?:^|\.)Command\.new$/, scope, (program) => shells.test(program?.text ?? '')),
  },
  {
    name: 'certificate checks switched off',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /\.danger_accept_invalid_(?:certs|hostnames)$/, scope, (flag) => flag?.text === 'true') ||
      first(tree, /\.set_verify$/, scope, (mode) => /(?:^|\.)SslVerifyMode\.NONE$/.test(scope.pathOf(mode))),
  },
  {
    name: 'HTML sent from a value',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /(?:^|\.)(?:Html|RawHtml|PreEscaped)$|HttpResponse\.\w+\(\)(?:\.\w+\(\))*\.body$/, scope, (html) =>
        isMadeHtml(html, scope),
      ),
  },
  {
    name: 'guessable randomness',
    grave: true,
    fits: (tree, scope) => guessable(tree, (one) => isWeakChance(one, scope)),
  },
  {
    name: 'a weak hash of a password',
    grave: true,
    fits: (tree, scope) =>
      hashesPassword(tree, scope, (one) =>
        calls(one, /(?:^|\.)(?:md5\.compute|(?:Md5|Sha1)\.(?:new|digest|new_with_prefix)|sha1\.digest)$/, scope),
      ),
  },
  {
    name: 'a world-writable file',
    grave: true,
    fits: (tree, scope) => first(tree, /(?:^|\.)(?:Permissions\.from_mode|set_mode)$/, scope, isOpenMode),
  },
  {
    name: 'tokens without a signature',
    grave: true,
    fits: (tree, scope) =>
      calls(tree, /\.insecure_disable_signature_validation$|(?:^|\.)dangerous\.insecure_decode$/, scope),
  },
  {
    name: 'credentials for every origin',
    grave: true,
    fits: (tree, scope) => calls(tree, /(?:^|\.)CorsLayer\.very_permissive$/, scope) || isOpenOrigin(tree, scope),
  },
  {
    name: 'uninitialised memory',
    grave: true,
    fits: (tree, scope) => calls(tree, /(?:^|\.)mem\.uninitialized$/, scope),
  },
  {
    name: 'unsafe code',
    fits: ({ kind, text }) =>
      kind === 'unsafe_block' ||
      (kind === 'fn' && /\bunsafe\b/.test(text)) ||
      (kind === 'compound' && text === 'unsafe impl'),
  },
];

/** The text after `-c` is run; what comes after that are its arguments. */
function isShellCommand(tree: Node, scope: Scope): boolean {
  if (!calls(tree, /\.args?$/, scope)) return false;
  const chain = chainOf(tree, scope);
  if (!chain.some((one) => first(one, /(?:^|\.)Command\.new$/, scope, (program) => shells.test(program?.text ?? ''))))
    return false;
  const args = argumentsOf(tree).flatMap((one) => (one.kind === 'unary' ? one.kids : [one]));
  const items = args.flatMap((one) => (one.kind === 'list' ? one.kids : [one]));
  const before = tree.kids[0]?.kids[0];
  const option = items.findIndex(({ text }) => runs.test(text));
  const isAfterOption =
    before?.kind === 'name' || (before?.kind === 'call' && runs.test(before.kids.at(-1)?.text ?? ''));
  const command = option >= 0 ? items[option + 1] : isAfterOption ? items[0] : undefined;
  return command !== undefined && !isFixed(command, scope);
}

const isWeakChance = (tree: Node, scope: Scope): boolean =>
  calls(tree, /(?:^|\.)fastrand\.|(?:^|\.)(?:SmallRng|StdRng)\.seed_from_u64$/, scope) ||
  (tree.kind === 'call' &&
    chainOf(tree, scope).some((one) => calls(one, /(?:^|\.)(?:SmallRng\.\w+|StdRng\.seed_from_u64)$/, scope)));

const isOpenOrigin = (tree: Node, scope: Scope): boolean =>
  first(tree, /\.(?:allow_credentials|supports_credentials)$/, scope, (flag) => flag?.text === 'true') &&
  chainOf(tree.kids[0]?.kids[0], scope).some((one) =>
    first(one, /\.allow_origin$/, scope, (origin) =>
      /(?:^|\.)(?:Any|any|mirror_request)(?:\(\))?$/.test(
        scope.pathOf(origin?.kind === 'call' ? origin.kids[0] : origin),
      ),
    ),
  );

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  {
    name: 'SQL put together from text',
    match: /\bformat!\s*\(\s*r?#*"\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)[^"]*\{/i,
  },
  { name: 'a shell in a subprocess', match: /\bCommand::new\s*\(\s*"(?:ba|z)?sh"\s*\)/ },
  { name: 'certificate checks switched off', match: /\bdanger_accept_invalid_(?:certs|hostnames)\s*\(\s*true/ },
  { name: 'unsafe code', match: /\bunsafe\s*(?:\{|fn\b|impl\b)/ },
];
