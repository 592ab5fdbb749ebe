/** Files that some tool reads without being told to, by their names: settings, hooks, services. */
export function isSettings(path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return (
    /^\./.test(last) ||
    /(?:^|\/)(?:\.[^/]+|META-INF|vendor|__mocks__)\//.test(path) ||
    /[.-](?:config|conf|rc|setup|preset|workspace|plugin)\.[^/]+$/i.test(last) ||
    /^(?:setup|settings|conftest|sitecustomize|usercustomize|build|setupTests|global-?setup|noxfile|tasks|fabfile)\.\w+$/i.test(
      last,
    ) ||
    /\.(?:ini|cfg|conf|toml|env|properties|pth|rc|gradle|kts|mk|lock)$/i.test(last)
  );
}

const inert =
  /\.(?:json|jsonl|ndjson|csv|tsv|txt|md|mdx|rst|adoc|html?|xml|svg|ya?ml|sql|png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|wasm|bin|dat|po|pot|mo|ftl|tmpl|hbs|ejs|mustache|golden|snap|proto|graphql)$/i;

/** Data that nothing executes: it can be read, and what reads it decides. */
export function isInert(path: string): boolean {
  return inert.test(path) && !isSettings(path);
}

const code =
  /\.(?:[cm]?[jt]sx?|py[iwx]?|go|rs|java|kts?|scala|groovy|c|cc|cpp|cxx|h|hpp|cs|rb|php|pl|pm|lua|sh|bash|zsh|fish|ps1|bat|cmd|r|jl|exs?|erl|hs|ml|swift|mm?|vue|svelte|astro|clj|dart|zig|nim|v|sol|s|asm|css|scss|less)$/i;

/** Whatever has an ending that no language has: `.in`, `.out`, `.ok`. What it is to a tool cannot be known. */
export function isData(path: string): boolean {
  return isInert(path) || (/[^/]\.\w+$/.test(path) && !code.test(path) && !isSettings(path) && !isManifest(path));
}

/** Documentation, told by its ending: a folder's name says nothing about what is in it. */
export function isDocumentation(path: string): boolean {
  return (
    /\.(?:md|mdx|rst|adoc)$/i.test(path) ||
    /(?:^|\/)(?:LICEN[CS]E|AUTHORS|NOTICE|CHANGELOG|README)(?:\.txt)?$/i.test(path)
  );
}

/** What says how a package is built, loaded and started: its steering parts are protected by key. */
export function isManifest(path: string): boolean {
  return /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml)$/.test(path);
}
