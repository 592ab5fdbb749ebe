import type { Setting, Steering } from '../../judging/used/shape.ts';

export const steering: Steering = {
  tools: /^(?:ruff|black|mypy|pyright|flake8|pylint)$/,
  configuration: /(?:^|\/)(?:(?:pytest|\.pytest|tox)\.ini|setup\.cfg|pyproject\.toml|conftest\.py)$/,
  mixed: {
    files: /\.(?:ini|cfg|toml|py)$/,
    keys: /^(?:addopts|pytest_plugins|plugins?|env_files?|envfile|env_file|extends)$/,
  },
  settings: (path, source) => (path.endsWith('.py') ? Promise.resolve(pythonSettings(source)) : null),
  modulesOf(word, keys, folder) {
    if (!keys.some((key) => /^(?:pytest_plugins|addopts|plugins?)$/.test(key)) || !/^[\w.]+$/.test(word)) return [];
    const module = word.replaceAll('.', '/');
    return ['', 'src/', 'tests/', folder].flatMap((root) => [`${root}${module}.py`, `${root}${module}/__init__.py`]);
  },
};

/** `pytest_plugins = ["a.b"]`, as modules. */
function pythonSettings(text: string): Setting[] {
  const plugins = /^pytest_plugins\s*(?::[^=\n]*)?=\s*(\[[^\]]*\]|\([^)]*\)|["'][^"'\n]*["'])/m.exec(text)?.[1] ?? '';
  return [...plugins.matchAll(/["']([\w.]+)["']/g)].map(([, value = '']) => ({ keys: ['pytest_plugins'], value }));
}
