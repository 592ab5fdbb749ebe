/**
 * Loads the project's own modules anew for each candidate, as a part of a module's text: CommonJS by a function, ES
 * modules by `vm.SourceTextModule`. Installed packages and Node's own are loaded once. `offered` are modules that stand
 * in for others, by name.
 */
export const warmModules = `
const own = (path) => path.startsWith(top + '/') && !path.includes('/node_modules/');
const types = new Map();
function isModule(path) {
  if (/\\.mjs$/.test(path)) return true;
  if (/\\.cjs$/.test(path)) return false;
  const folder = dirname(path);
  if (!types.has(folder)) {
    let type = false;
    for (let at = folder; ; at = dirname(at)) {
      const manifest = at + '/package.json';
      if (existsSync(manifest)) { type = JSON.parse(readFileSync(manifest, 'utf8')).type === 'module'; break; }
      if (at === dirname(at)) break;
    }
    types.set(folder, type);
  }
  return types.get(folder);
}

const texts = new Map();
function textOf(path) {
  if (!texts.has(path)) texts.set(path, readFileSync(path, 'utf8').replace(/^\\ufeff/, '').replace(/^#!/, '//'));
  return texts.get(path);
}

const natives = new Map();
const native = (name) => {
  if (!natives.has(name)) natives.set(name, import(name));
  return natives.get(name);
};

/** One set of the project's modules; \`changed\` is the candidate, \`noted\` the files whose calls are noted, and where. */
function instance(changed, offered, noted) {
  const [scripts, modules] = [new Map(), new Map()];
  const source = (path) => (changed && changed.path === path ? changed.text : textOf(path));
  const find = (name, from) => {
    if (name.startsWith('file:')) return fileURLToPath(name);
    return createRequire(from).resolve(name);
  };
  const plain = (name) => name.replace(/^node:/, '');
  const isNoted = (to, from) => noted && noted.paths.includes(to) && !noted.paths.includes(from);

  function script(path) {
    const existing = scripts.get(path);
    if (existing) return existing.exports;
    if (!/\\.[cm]?js$/.test(path)) {
      if (/\\.json$/.test(path)) return JSON.parse(readFileSync(path, 'utf8'));
      throw new Error('cannot load ' + path);
    }
    const module = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] };
    scripts.set(path, module);
    const require = (name) => {
      if (offered[plain(name)]) return offered[plain(name)].script;
      if (isBuiltin(name)) return createRequire(path)(name);
      const to = find(name, path);
      if (!own(to)) return createRequire(path)(to);
      return isNoted(to, path) ? noting(to, script(to), noted.calls) : script(to);
    };
    require.resolve = (name) => find(name, path);
    require.cache = {};
    module.require = require;
    const importModuleDynamically = (name) => asked(name, path);
    const made = vm.compileFunction(source(path), ['exports', 'require', 'module', '__filename', '__dirname'], { filename: path, importModuleDynamically });
    made.call(module.exports, module.exports, require, module, path, dirname(path));
    module.loaded = true;
    return module.exports;
  }

  function synthetic(value, name) {
    const keys = [...new Set(['default', ...Object.keys(value)])];
    return new vm.SyntheticModule(keys, function () {
      for (const key of keys) this.setExport(key, key === 'default' && !('default' in value) ? value : value[key]);
    }, { identifier: name });
  }

  async function module(path) {
    const existing = modules.get(path);
    if (existing) return existing;
    const loading = (async () => {
      if (!isModule(path)) return synthetic(script(path), path);
      const made = new vm.SourceTextModule(source(path), {
        identifier: path,
        initializeImportMeta: (meta) => {
          meta.url = pathToFileURL(path).href;
          meta.filename = path;
          meta.dirname = dirname(path);
          meta.resolve = (name) => pathToFileURL(find(name, path)).href;
        },
        importModuleDynamically: (name) => asked(name, path),
      });
      return made;
    })();
    modules.set(path, loading);
    return loading;
  }

  async function linked(name, from) {
    if (offered[plain(name)]) return offered[plain(name)].module(synthetic);
    if (isBuiltin(name)) return synthetic(await native(name), name);
    const to = find(name, from);
    if (own(to) && isNoted(to, from)) {
      const real = await module(to);
      await ready(real);
      return synthetic(noting(to, { ...real.namespace }, noted.calls), to);
    }
    return own(to) ? module(to) : synthetic(await native(pathToFileURL(to).href), to);
  }

  async function asked(name, from) {
    const loaded = await linked(name, from);
    await ready(loaded);
    return loaded;
  }

  async function ready(loaded) {
    if (loaded.status === 'unlinked') await loaded.link((name, referencing) => linked(name, referencing.identifier));
    if (loaded.status !== 'evaluated') await loaded.evaluate();
  }

  return {
    async load(path) {
      if (isModule(path)) await ready(await module(path));
      else script(path);
      return [...scripts.keys(), ...modules.keys()];
    },
    paths: () => [...scripts.keys(), ...modules.keys()],
    async exported(path) {
      if (!isModule(path)) return script(path);
      const made = await module(path);
      await ready(made);
      return made.namespace;
    },
  };
}
`;
