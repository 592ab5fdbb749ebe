import { isFixed } from '../../../code/dangers/fixed.ts';
import type { Pattern } from '../../../code/dangers/lines.ts';
import { madeOf, textIn } from '../../../code/dangers/made.ts';
import {
  calls,
  callsFreely,
  type Danger,
  first,
  guessable,
  hashesPassword,
  isMadeHtml,
} from '../../../code/dangers/rules.ts';
import { chainOf, type Idioms, rootOf, type Scope } from '../../../code/dangers/scope.ts';
import { type Node, some } from '../../../code/fingerprint/node.ts';

export const idioms: Idioms = {
  formats: /^String\.format$/,
  copies: /^(?:String\.(?:join|valueOf)|(?:List|Set|Map)\.(?:of|copyOf)|Map\.entry|Arrays\.asList|Collections\.\w+)$/,
};

export const dangers: Danger[] = [
  {
    name: 'a shell command put together from text',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /\.exec$/, scope, (command) => madeOf(command, scope) !== null) &&
      chainOf(tree, scope).some((one) => calls(one, /^Runtime\.getRuntime$/, scope)),
  },
  {
    name: 'code run from a value',
    grave: true,
    fits: (tree, scope) =>
      callsFreely(tree, /\.eval$/, scope) &&
      (chainOf(tree, scope).some((one) => calls(one, /\.getEngineBy\w+$/, scope)) ||
        scope.typeOf(rootOf(tree)) === 'ScriptEngine' ||
        isMade(tree, /^GroovyShell$/, scope)),
  },
  {
    name: 'objects deserialised from a stream',
    grave: true,
    fits: (tree, scope) => (creates(tree, /^ObjectInputStream$/) && !hasFilter(scope)) || creates(tree, /^XMLDecoder$/),
  },
  { name: 'certificate checks switched off', grave: true, fits: (tree, scope) => isUnverified(tree, scope) },
  { name: 'XML that may read other files', grave: true, fits: (tree, scope) => isOpenXml(tree, scope) },
  {
    name: 'HTML sent from a value',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /\.(?:print|println|write|append)$/, scope, (html) => isMadeHtml(html, scope)) &&
      chainOf(tree, scope).some((one) => calls(one, /\.getWriter$/, scope)),
  },
  {
    name: 'guessable randomness',
    grave: true,
    fits: (tree, scope) => guessable(tree, (one) => isWeakChance(one, scope)),
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
      first(tree, /(?:^|\.)PosixFilePermissions\.fromString$/, scope, (mode) => /^.{7}w/.test(textIn(mode))) ||
      first(tree, /\.setWritable$/, scope, (on, [, own]) => on?.text === 'true' && own?.text === 'false'),
  },
  {
    name: 'tokens without a signature',
    grave: true,
    fits: (tree, scope) => calls(tree, /^Algorithm\.none$|^Jwts\.parser\(\).*\.unsecured$/, scope),
  },
  { name: 'credentials for every origin', grave: true, fits: (tree, scope) => isOpenOrigin(tree, scope) },
  {
    name: 'an archive that may write anywhere',
    grave: true,
    fits: (tree, scope) =>
      creates(tree, /^File$/) &&
      some(tree, (one) => calls(one, /\.getName$/, scope) && isEntry(one, scope)) &&
      !some(scope.around, (one) => calls(one, /\.(?:startsWith|normalize|getCanonicalPath|getCanonicalFile)$/, scope)),
  },
];

const creates = ({ kind, kids }: Node, name: RegExp): boolean =>
  kind === 'object_creation_expression' && kids.some((one) => one.kind === 'type' && name.test(one.text));

const isMade = (tree: Node, name: RegExp, scope: Scope): boolean =>
  chainOf(tree, scope).some((one) => creates(one, name));

const hasFilter = (scope: Scope): boolean => some(scope.around, (one) => calls(one, /\.setObjectInputFilter$/, scope));

const isEntry = (tree: Node, scope: Scope): boolean =>
  /Entry$/.test(scope.typeOf(rootOf(tree))) ||
  (scope.valuesOf(rootOf(tree)) ?? []).some((one) =>
    calls(one, /\.(?:getNextEntry|nextElement|getNextTarEntry)$/, scope),
  );

function isUnverified(tree: Node, scope: Scope): boolean {
  if (/^(?:ALLOW_ALL_HOSTNAME_VERIFIER|NoopHostnameVerifier)$/.test(tree.text)) return tree.kind !== 'import';
  if (tree.kind === 'function' && tree.text === 'checkServerTrusted')
    return tree.kids.some(({ kids }) => kids.some(({ kind, kids: body }) => kind === 'block' && body.length === 0));
  return first(tree, /\.(?:set(?:Default)?HostnameVerifier|hostnameVerifier)$/, scope, (verifier) => {
    const block = verifier?.kind === 'fn' ? verifier.kids.find(({ kind }) => kind === 'block') : undefined;
    return block?.kids.length === 1 && block.kids[0]?.kind === 'return' && block.kids[0].kids[0]?.text === 'true';
  });
}

const parsers = /\.(?:newDocumentBuilder|newSAXParser|createXML(?:Stream|Event)Reader)$/;
const factories = /^(?:DocumentBuilderFactory|SAXParserFactory|XMLInputFactory)\.new(?:Default)?(?:Instance|Factory)$/;

/** A parser as it comes, where nothing is done to its factory but to use it. */
function isOpenXml(tree: Node, scope: Scope): boolean {
  const isRead = calls(tree, /\.parse$/, scope) || calls(tree, /\.createXML(?:Stream|Event)Reader$/, scope);
  if (!isRead) return false;
  const chain = chainOf(tree, scope);
  if (!chain.some((one) => calls(one, factories, scope)) || !chain.some((one) => calls(one, parsers, scope)))
    return false;
  const isHardened = (one: Node) =>
    calls(one, /\.(?:setFeature|setProperty|setAttribute|setEntityResolver|setXMLResolver)$/, scope) ||
    (one.kind === 'call' &&
      one.kids
        .slice(1)
        .some((kid) => (scope.valuesOf(rootOf(kid)) ?? []).some((value) => calls(value, factories, scope))));
  return !some(scope.around, isHardened);
}

const isWeakChance = (tree: Node, scope: Scope): boolean =>
  calls(tree, /^Math\.random$|^ThreadLocalRandom\.current\b|^RandomStringUtils\.random/, scope) ||
  (tree.kind === 'call' && isMade(tree, /^(?:java\.util\.)?Random$/, scope));

const isWeakHash = (tree: Node, scope: Scope): boolean =>
  first(tree, /^MessageDigest\.getInstance$/, scope, (name) => /^(?:md5|sha-?1)$/i.test(textIn(name))) ||
  calls(tree, /^DigestUtils\.(?:md5|sha1)/, scope);

/** Of one configuration, or of an annotation. */
function isOpenOrigin(tree: Node, scope: Scope): boolean {
  if (tree.kind === 'type' || tree.kind === 'annotation')
    return (
      /^@ CrossOrigin\b/.test(tree.text) && /" \* "/.test(tree.text) && /allowCredentials = " true "/.test(tree.text)
    );
  const root = rootOf(tree);
  if (
    root === '' ||
    !first(tree, /\.(?:setAllowCredentials|allowCredentials)$/, scope, (flag) => flag?.text === 'true')
  )
    return false;
  return some(scope.around, (one) => {
    const isSame = one.kind === 'call' && rootOf(one) === root;
    return (
      isSame &&
      first(
        one,
        /\.(?:addAllowedOrigin|setAllowedOrigins|addAllowedOriginPattern|allowedOrigins|allowedOriginPatterns)$/,
        scope,
        (origin) => origin !== undefined && some(origin, ({ text }) => text === '"*') && isFixed(origin, scope),
      )
    );
  });
}

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  { name: 'a shell command put together from text', match: /\bgetRuntime\s*\(\s*\)\s*\.exec\s*\([^)]*"\s*\+/ },
  {
    name: 'SQL put together from text',
    match: /\bString\.format\s*\(\s*"\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)/i,
  },
  { name: 'objects deserialised from a stream', match: /\bnew\s+ObjectInputStream\s*\(/ },
  { name: 'certificate checks switched off', match: /\bALLOW_ALL_HOSTNAME_VERIFIER\b|\bNoopHostnameVerifier\b/ },
];
