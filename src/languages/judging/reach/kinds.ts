import { otherCode } from '../../generic/code.ts';
import { languageOf, languages } from '../../registry.ts';
import { isManifest } from '../protection/manifests.ts';

/** Files that some tool reads without being told to, by their names: settings, hooks, services. */
export function isSettings(path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return (
    /^\./.test(last) ||
    /(?:^|\/)(?:\.[^/]+|META-INF|vendor|__mocks__)\//.test(path) ||
    /[.-](?:config|conf|rc|setup|preset|workspace|plugin)\.[^/]+$/i.test(last) ||
    /^(?:setup|settings|build|tasks)\.\w+$/i.test(last) ||
    /\.(?:ini|cfg|conf|toml|env|properties|rc|mk|lock)$/i.test(last) ||
    languages().some(({ protection }) => protection?.settings?.test(last))
  );
}

const inert =
  /\.(?:json|jsonl|ndjson|csv|tsv|txt|md|mdx|rst|adoc|html?|xml|svg|ya?ml|sql|png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|wasm|bin|dat|po|pot|mo|ftl|tmpl|hbs|ejs|mustache|golden|snap|proto|graphql)$/i;

/** Data that nothing executes: it can be read, and what reads it decides. */
export function isInert(path: string): boolean {
  return inert.test(path) && !isSettings(path);
}

/** Whatever has an ending that no language has: `.in`, `.out`, `.ok`. What it is to a tool cannot be known. */
export function isData(path: string): boolean {
  return isInert(path) || (/[^/]\.\w+$/.test(path) && !isCode(path) && !isSettings(path) && !isManifest(path));
}

/** Documentation, told by its ending: a folder's name says nothing about what is in it. */
export function isDocumentation(path: string): boolean {
  return (
    /\.(?:md|mdx|rst|adoc)$/i.test(path) ||
    /(?:^|\/)(?:LICEN[CS]E|AUTHORS|NOTICE|CHANGELOG|README)(?:\.txt)?$/i.test(path)
  );
}

/** What serves those who work on a product and is no part of it: what forges, editors and git read. */
export const isForTools = (path: string): boolean =>
  /(?:^|\/)(?:\.(?:github|gitlab|circleci|vscode|idea|devcontainer|husky|changeset)\/|\.(?:git\w+|gitlab-ci\.yml|travis\.yml|editorconfig|mailmap|pre-commit-config\.yaml|readthedocs\.ya?ml|codecov\.ya?ml)$|(?:CODEOWNERS|renovate\.json|codecov\.ya?ml)$)/.test(
    path,
  );

const isCode = (path: string): boolean => (languageOf(path)?.name ?? 'generic') !== 'generic' || otherCode.test(path);
