import { parseToml, tableAt } from '../../../../code/toml.ts';
import { list, record, text } from '../../../reports/values.ts';
import type { Files } from '../../../runner.ts';
import { unknownWord } from './unknown.ts';

/** The commands of tox's test environments, the general one first, as lines or lists of words. */
export async function toxCommands(files: Files): Promise<(string | string[])[]> {
  const project = parseToml((await files.read('pyproject.toml')) ?? '');
  const legacy = text(tableAt(project, 'tool', 'tox').legacy_tox_ini);
  const own = parseToml((await files.read('tox.toml')) ?? '');
  return [
    ...iniCommands((await files.read('tox.ini')) ?? ''),
    ...iniCommands(legacy),
    ...tomlCommands(tableAt(own)),
    ...tomlCommands(tableAt(project, 'tool', 'tox')),
  ];
}

const testing = /^(?:tests?\b|unit|pytest|py\d|py\{|py-|3\.|\{)/;

function iniCommands(ini: string): string[] {
  const sections = sectionsOf(ini);
  const named = [...sections.keys()].filter((name) => name.startsWith('testenv:') && testing.test(name.slice(8)));
  return ['testenv', ...named].flatMap((name) => {
    const value = sections.get(name)?.get('commands') ?? '';
    return value
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => withoutFactors(line.trim()).replace(/^-\s*/, ''))
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => substituted(line, sections));
  });
}

/** `py3{10,11}-tests: pytest`: a command of some environments. */
function withoutFactors(line: string): string {
  return line.replace(/^!?[\w.{},!-]+:\s+/, '');
}

function sectionsOf(ini: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key = '';
  for (const line of ini.split('\n')) {
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const entry = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (header !== undefined) {
      section = sections.get(header) ?? new Map<string, string>();
      sections.set(header, section);
      key = '';
    } else if (entry) {
      key = entry[1] ?? '';
      section.set(key, entry[2] ?? '');
    } else if (/^\s+\S/.test(line) && key !== '') section.set(key, `${section.get(key)}\n${line.trim()}`);
  }
  return sections;
}

function substituted(line: string, sections: Map<string, Map<string, string>>, depth = 0): string {
  if (depth > 5) return line;
  const next = line.replace(/\{([^{}]*)\}/g, (_whole, inner: string) => {
    const [, section, key] = /^\[([^\]]+)\](\w+)$/.exec(inner) ?? [];
    if (section !== undefined)
      return (
        sections
          .get(section)
          ?.get(key ?? '')
          ?.replaceAll('\n', ' ') ?? unknownWord
      );
    if (/^posargs(?::|$)/.test(inner)) return inner.slice('posargs:'.length);
    if (/^(?:envpython|env_python)$/.test(inner)) return 'python3';
    if (/^(?:toxinidir|tox_root|envbindir|env_bin_dir|envsitepackagesdir|env_site_packages_dir|\/)$/.test(inner))
      return inner === '/' ? '/' : '.';
    const [, fallback] = /^env:\w+:(.*)$/.exec(inner) ?? [];
    return fallback ?? unknownWord;
  });
  return next === line ? line : substituted(next, sections, depth + 1);
}

function tomlCommands(tox: Record<string, unknown>): string[][] {
  const named = Object.entries(record(tox.env)).filter(([name]) => testing.test(name));
  return [tox.env_run_base, ...named.map(([, env]) => env)].flatMap((env) =>
    list(record(env).commands).map((command) => list(command).flatMap(wordsOf)),
  );
}

/** A word, or `{ replace = "posargs", default = […] }`. */
function wordsOf(word: unknown): string[] {
  if (typeof word === 'string') return [substituted(word, new Map())];
  return record(word).replace === 'posargs' ? list(record(word).default).map(text) : [];
}
