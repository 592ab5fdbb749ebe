import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, type ConfigFile, configSchema } from '../schema/settings/config.ts';
import type { Flags } from '../schema/settings/flags.ts';
import { checkFile } from './check.ts';
import { defaultLadder, defaults } from './defaults.ts';
import { fault, shortText } from './fault.ts';
import { keyOf } from './keys.ts';
import { type Layer, mergeLayers, sources } from './merge.ts';
import { type Env, statePaths, tilde } from './paths.ts';
import { flagLayer } from './policy/flags.ts';
import { assignRoles, selectLadder } from './policy/ladder.ts';
import { maxConfigBytes, readConfigText, textOf } from './read.ts';
import { readInside } from './read-inside.ts';
import { refuseRaisedLimits, refuseUntrusted } from './trust.ts';
import { type Parsed, parseYaml } from './yaml.ts';

/** The configuration of one command. Holds the names of key variables, never a key. */
export interface Settings {
  values: Config;
  /** Dotted key -> `default`, `flag --budget` or `file:line`. A list is one value. */
  origins: Record<string, string>;
  /** What a person should be told: what was left aside, and why. */
  notes: string[];
  flags: Flags;
  /** The user's own file, as a message names it. */
  user_config: string;
}

export interface LoadInput {
  /** The scope folder, absolute; null: no repository. */
  target: string | null;
  /** The top of its work tree. */
  top: string | null;
  config_file?: string;
  /** Files of the repository that do not count, absolute. */
  uncounted?: string[];
  flags: Flags;
  env: Env;
  /** In place of the user's own file. */
  user_text?: string;
}

interface FileLayer extends Layer {
  values: ConfigFile;
}

/** Flags, then `--config`, then the repository, then the user, then the defaults. Reads files, writes nothing. */
export async function loadSettings(input: LoadInput): Promise<Settings> {
  const paths = statePaths(input.env);
  const user_config = tilde(paths.user_config, paths.home);
  const flags = flagLayer(input.flags);
  const chosen = input.config_file === undefined ? null : await chosenFile(resolve(input.config_file));
  const repository: FileLayer[] = [];
  for (const folder of await repositoryFolders(input)) {
    const layer = await repositoryLayer(folder, user_config);
    if (layer) repository.push(layer);
  }
  const user =
    input.user_text === undefined
      ? await fileLayer(paths.user_config)
      : layerOf(paths.user_config, parseYaml(paths.user_config, input.user_text));
  const base: Layer = { values: defaults(), where: () => 'default' };

  const explicit = [flags, chosen].filter((layer) => layer !== null);
  const standing = [user, base].filter((layer) => layer !== null);
  const trusted = [limitsOf(mergeLayers(explicit)), limitsOf(mergeLayers(standing))];
  for (const layer of repository) refuseRaisedLimits(layer.values, trusted, layer.where, user_config);

  const layers = [...explicit, ...repository, ...standing];
  const notes: string[] = [];
  const merged = configSchema.safeParse(withLadder(mergeLayers(layers), layers, input.env, notes));
  if (!merged.success) throw incomplete(merged.error.issues[0]?.path ?? [], layers);
  const values = checkNames(merged.data, layers, notes);
  const origins = Object.fromEntries(
    [...sources(values, layers)].map(([key, { path, layer }]) => [key, layer?.where(path) ?? 'default']),
  );
  notes.push(...assignRoles(selectLadder(values, input.flags), values.roles).notes);
  return { values, origins, notes, flags: input.flags, user_config };
}

async function chosenFile(file: string): Promise<FileLayer> {
  const layer = await fileLayer(file);
  if (layer === null) throw fault(`--config: there is no file ${file}`);
  return layer;
}

async function fileLayer(file: string): Promise<FileLayer | null> {
  const text = await readConfigText(file);
  return text === null ? null : layerOf(file, parseYaml(file, text));
}

/** The repository's own file, which is not trusted, and is told where else to write. */
async function repositoryLayer(folder: string, userConfig: string): Promise<FileLayer | null> {
  const file = join(folder, ...ownConfig);
  const text = await repositoryConfig(folder);
  if (text === null) return null;
  const parsed = parseYaml(file, text);
  refuseUntrusted(file, parsed, userConfig);
  return layerOf(file, parsed);
}

/** Folder and name. */
export const ownConfig = ['.pawl', 'config.yaml'] as const;

/** The text of a folder's own configuration; null where there is none. */
export const repositoryConfig = async (folder: string): Promise<string | null> =>
  textOf(join(folder, ...ownConfig), await readInside({ folder, parts: ownConfig }, maxConfigBytes));

function layerOf(file: string, parsed: Parsed): FileLayer {
  return { values: checkFile(file, parsed), where: (path) => `${file}:${parsed.lineOf(path)}` };
}

/** The target, then the whole repository. One whose file the user chose with `--config` is left out: that is trusted. */
async function repositoryFolders(input: LoadInput): Promise<string[]> {
  const folders = [...new Set([input.target, input.top])]
    .filter((folder) => folder !== null)
    .filter((folder) => input.uncounted?.includes(join(folder, ...ownConfig)) !== true);
  if (input.config_file === undefined) return folders;
  const chosen = await realpath(input.config_file).catch(() => null); // A pipe has no path of its own.
  return folders.filter((folder) => join(folder, ...ownConfig) !== chosen);
}

function limitsOf(values: Record<string, unknown>): Partial<Config['limits']> {
  return (values.limits ?? {}) as Partial<Config['limits']>;
}

/** Where nobody set the tiers: the default ladder for the keys that are there. */
function withLadder(
  merged: Record<string, unknown>,
  layers: readonly Layer[],
  env: Env,
  notes: string[],
): Record<string, unknown> {
  if (layers.slice(0, -1).some(({ values }) => values.tiers !== undefined)) return merged;
  const providers = merged.providers as Record<string, { api_key_env?: string | null }>;
  const missing = (name: string) => keyOf(providers[name] ?? {}, env).missing;
  const { tiers, missed } = defaultLadder((name) => missing(name) === null);
  notes.push(...missed.map(({ tier, provider }) => `tier ${tier} skipped: ${missing(provider)} is not set`));
  return { ...merged, tiers };
}

/** Each layer was checked by itself: what the whole can lack is a provider's `api`. */
function incomplete(path: PropertyKey[], layers: readonly Layer[]): Error {
  const [section = '', name = ''] = path.map(String);
  const layer = layers.find((one) => Object.hasOwn((one.values[section] ?? {}) as object, name));
  return fault(`${layer?.where([section, name]) ?? section}: ${section}.${name} needs \`${String(path.at(-1))}\``);
}

/** Names must mean something: a tier's provider, a role's tier. */
function checkNames(values: Config, layers: readonly Layer[], notes: string[]): Config {
  const ladder = layers.findIndex((layer) => layer.values.tiers !== undefined);
  for (const [index, { name, model, fallback = [] }] of values.tiers.entries()) {
    const models = [{ key: 'model', model }, ...fallback.map((each) => ({ key: 'fallback', model: each.model }))];
    for (const { key, model } of models) {
      const provider = model?.split('/')[0];
      if (provider === undefined || Object.hasOwn(values.providers, provider)) continue;
      const where = layers[ladder]?.where(['tiers', index, key]);
      const providerNames = Object.keys(values.providers).join(', ');
      throw fault(
        `${where}: tier '${name}' names an unknown provider ${shortText(provider)} (known: ${providerNames})`,
      );
    }
  }

  const roles = { ...values.roles };
  for (const [role, tier] of Object.entries(roles)) {
    const roleTier = values.tiers.find(({ name }) => name === tier);
    if (roleTier?.model) continue;
    const source = layers.findIndex((layer) => Object.hasOwn((layer.values.roles ?? {}) as object, role));
    const where = layers[source]?.where(['roles', role]);
    if (roleTier) throw fault(`${where}: roles.${role} names tier '${tier}', which has no model`);
    if (source > ladder) {
      // The ladder it was written for has been replaced by a stronger layer's.
      delete roles[role as keyof typeof roles];
      notes.push(`roles.${role} (${where}) ignored: the configured ladder has no tier '${tier}'`);
      continue;
    }
    const tierNames = values.tiers.map(({ name }) => name).join(', ');
    throw fault(`${where}: roles.${role} names an unknown tier ${shortText(tier)} (known: ${tierNames})`);
  }
  return { ...values, roles };
}
