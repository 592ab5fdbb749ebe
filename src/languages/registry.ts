import type { StructureRules } from '../code/structure/shape.ts';
import { c } from './c/language.ts';
import { dotnet } from './dotnet/language.ts';
import { generic } from './generic/language.ts';
import { go } from './go/language.ts';
import { java } from './java/language.ts';
import { javascript } from './javascript/language.ts';
import type { Language, Place } from './language.ts';
import { php } from './php/language.ts';
import { python } from './python/language.ts';
import { ruby } from './ruby/language.ts';
import { rust } from './rust/language.ts';
import { shell } from './shell/language.ts';

const registered: Language[] = [javascript, python, go, rust, java, ruby, php, dotnet, c, shell, generic];

/** Every language that is known, in the order in which they are asked. */
export const languages = (): readonly Language[] => registered;

/** The language that a file is source of; null for none. */
export function languageOf(path: string): Language | null {
  return registered.find(({ owns }) => owns(path)) ?? null;
}

/** Whether a file is code that tests can execute. */
export const isProgram = (path: string): boolean => languageOf(path)?.runners !== undefined;

/** How the structure of a file is read; null where it cannot be. */
export function structureOf(path: string): StructureRules | null {
  return registered.flatMap(({ structures }) => structures ?? []).find(({ owns }) => owns.test(path)) ?? null;
}

/** Whether a path leads into a folder of installed dependencies. */
export function isInstalled(path: string): boolean {
  const folders = new Set(registered.flatMap(({ place }) => place?.installed ?? []));
  return path
    .split('/')
    .slice(0, -1)
    .some((part) => folders.has(part));
}

/** Whether a runner loads a file for tests, of which it is none. */
export const isLoadedForTests = (path: string): boolean =>
  registered.some(({ testing }) => testing?.support?.test(path));

/** The language that a runner is of; null for commands of any kind. */
export function languageOfRunner(id: string): Language | null {
  return registered.find(({ runners }) => runners?.ids.includes(id)) ?? null;
}

/** What the languages need and leave on a machine. */
export const places = (): readonly Place[] => registered.flatMap(({ place }) => place ?? []);

/** Whether a path leads into code that was installed, not written here. */
export function isForeign(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return places().some(({ installed = [], foreign = [] }) =>
    [...installed, ...foreign].some((name) => folders.includes(name)),
  );
}

/** Adds a language, before the others; gives back what takes it out again. */
export function register(language: Language): () => void {
  registered.unshift(language);
  return () => {
    registered.splice(registered.indexOf(language), 1);
  };
}
