import { isFixed } from '../../../code/dangers/fixed.ts';
import type { Pattern } from '../../../code/dangers/lines.ts';
import { argumentsOf, madeOf, sets, textIn } from '../../../code/dangers/made.ts';
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
import { chainOf, type Idioms, type Scope } from '../../../code/dangers/scope.ts';
import { type Node, some } from '../../../code/fingerprint/node.ts';

function aliases(root: Node): Map<string, string> {
  const names = new Map<string, string>();
  const walk = (tree: Node): void => {
    if (tree.kind === 'import') {
      const from = tree.text === 'from' ? `${tree.kids[0]?.text ?? ''}.` : '';
      for (const { text } of tree.kids.at(-1)?.kids ?? []) {
        const [name = '', local] = text.split(' as ');
        if (from !== '' || local !== undefined) names.set(local ?? name, from + name);
      }
    }
    for (const kid of tree.kids) walk(kid);
  };
  walk(root);
  return names;
}

export const idioms: Idioms = {
  aliases,
  copies: /^(?:str|list|tuple|set|sorted|dict|frozenset|textwrap\.dedent|typing\.cast)$|(?:^|\.)(?:Markup|mark_safe)$/,
};

export const dangers: Danger[] = [
  { name: 'code run from a value', grave: true, fits: (tree, scope) => isRunCode(tree, scope) },
  {
    name: 'a shell in a subprocess',
    grave: true,
    fits: (tree, scope) =>
      callsFreely(tree, /^os\.popen$|^subprocess\.get(?:status)?output$|^asyncio\.create_subprocess_shell$/, scope),
  },
  {
    name: 'unpickling',
    grave: true,
    fits: (tree, scope) =>
      calls(
        tree,
        /^(?:cPickle|_pickle|dill|cloudpickle)\.loads?$|^jsonpickle\.decode$|^pickle\.Unpickler\(\)\.load$/,
        scope,
      ),
  },
  { name: 'unpickling', fits: (tree, scope) => calls(tree, /^(?:marshal|shelve)\.(?:loads?|open)$/, scope) },
  {
    name: 'an unsafe YAML load',
    grave: true,
    fits: (tree, scope) => calls(tree, /^yaml\.(?:unsafe_load|full_load)(?:_all)?$/, scope),
  },
  { name: 'certificate checks switched off', grave: true, fits: (tree, scope) => isUnverified(tree, scope) },
  {
    name: 'a temporary name that others can take',
    grave: true,
    fits: (tree, scope) => calls(tree, /^tempfile\.mktemp$/, scope),
  },
  {
    name: 'HTML set from a value',
    grave: true,
    fits: (tree, scope) =>
      callsFreely(tree, /(?:^|\.)(?:mark_safe|SafeString)$/, scope) ||
      first(tree, /(?:^|\.)Markup$/, scope, (html) => madeOf(html, scope) !== null),
  },
  {
    name: 'HTML sent from a value',
    grave: true,
    fits: (tree, scope) =>
      first(tree, /(?:^|\.)(?:Response|HttpResponse|HTMLResponse|make_response)$/, scope, (html, all) => {
        const body = all.find(({ kind, text }) => kind === 'key' && /^(?:content|response|body)$/.test(text))?.kids[0];
        return isMadeHtml(body ?? html, scope);
      }),
  },
  {
    name: 'guessable randomness',
    grave: true,
    fits: (tree, scope) =>
      guessable(tree, (one) =>
        calls(one, /^random\.(?:random|randint|randrange|choices?|sample|getrandbits|uniform|randbytes)$/, scope),
      ),
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
      first(tree, /^os\.[lf]?chmod$/, scope, (_, [, mode]) => isOpenMode(mode)) ||
      (!calls(tree, /^os\./, scope) && first(tree, /\.chmod$/, scope, isOpenMode)),
  },
  {
    name: 'tokens without a signature',
    grave: true,
    fits: (tree, scope) =>
      calls(tree, /(?:^|\.)jwt\.(?:encode|decode)$/, scope) &&
      some(tree, (one) => sets(one, 'verify_signature', 'False') || isNone(one)),
  },
  {
    name: 'credentials for every origin',
    grave: true,
    fits: (tree, scope) => calls(tree, /(?:^|\.)(?:CORS|add_middleware|CORSMiddleware)$/, scope) && isOpenOrigin(tree),
  },
  {
    name: 'an archive that may write anywhere',
    grave: true,
    fits: (tree, scope) =>
      calls(tree, /\.extractall$/, scope) &&
      chainOf(tree, scope).some((one) => calls(one, /^tarfile\.(?:open|TarFile\.open|TarFile)$/, scope)) &&
      !argumentsOf(tree).some(({ kind, text }) => kind === 'key' && /^(?:filter|members)$/.test(text)),
  },
];

const isRunCode = (tree: Node, scope: Scope): boolean =>
  scope.valuesOf('exec') === null && first(tree, /^(?:builtins\.)?exec$/, scope, (code) => !isFixed(code, scope));

function isUnverified(tree: Node, scope: Scope): boolean {
  if (calls(tree, /^ssl\._create_unverified_context$/, scope)) return true;
  const [target, value] = tree.kids;
  const isNoCheck = (one: Node | undefined) => /(?:^|\.)CERT_NONE$/.test(scope.pathOf(one));
  if (tree.kind === 'key') return tree.text === 'cert_reqs' && isNoCheck(target);
  if (tree.kind !== 'assign' || target?.kind !== 'member') return false;
  return (
    (target.text === 'verify_mode' && isNoCheck(value)) ||
    (/^(?:check_hostname|verify)$/.test(target.text) && value?.text === 'False') ||
    scope.pathOf(value) === 'ssl._create_unverified_context'
  );
}

const isWeakHash = (tree: Node, scope: Scope): boolean =>
  calls(tree, /^hashlib\.(?:md5|sha1)$/, scope) ||
  first(tree, /^hashlib\.new$/, scope, (name) => /^(?:md5|sha1)$/i.test(textIn(name)));

const isNone = ({ kind, text, kids }: Node): boolean =>
  kind === 'key' &&
  /^algorithms?$/.test(text) &&
  kids.some((one) => some(one, ({ text: name }) => /^"none$/i.test(name)));

function isOpenOrigin(tree: Node): boolean {
  const keys = argumentsOf(tree).filter(({ kind }) => kind === 'key');
  const isAny = keys.some(
    ({ text, kids: [value] }) =>
      /^(?:allow_)?origins$/.test(text) && (textIn(value) === '*' || value?.kids.some((one) => textIn(one) === '*')),
  );
  return (
    isAny && keys.some((one) => sets(one, 'supports_credentials', 'True') || sets(one, 'allow_credentials', 'True'))
  );
}

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  { name: 'code run from a value', match: /(?<![\w.])exec\s*\(\s*(?![\s"')])/ },
  { name: 'a shell in a subprocess', match: /\bos\.popen\s*\(|\bsubprocess\.get(?:status)?output\s*\(/ },
  { name: 'unpickling', match: /\b(?:cPickle|marshal|dill|shelve)\.(?:loads?|open)\s*\(/ },
  { name: 'certificate checks switched off', match: /\b_create_unverified_context\b|\bCERT_NONE\b/ },
  { name: 'a temporary name that others can take', match: /\btempfile\.mktemp\s*\(/ },
];
