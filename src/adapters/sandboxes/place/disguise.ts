import { randomBytes } from 'node:crypto';
import { inDir, outDir, type SandboxCommand, type SandboxResult } from '../../../ports/outside/sandbox.ts';
import { translator } from './translate.ts';

/** Where a command finds what it is given and leaves its results. */
export interface Places {
  in: string;
  out: string;
}

/** One command under names of its own. */
export interface Disguise extends Places {
  /** The same command, told of the places and files by their random names. */
  command: SandboxCommand;
  /** The name of its machine. */
  host: string;
  /** The result, told by the usual names. */
  restore(result: SandboxResult): SandboxResult;
  /** The same of files alone. */
  filesOf(files: Record<string, string>): Record<string, string>;
}

/**
 * Code that runs in a sandbox is not to know in which one: the folders of the exchange, the files in them that the
 * command names, and the machine have names that nobody can foretell.
 */
export function disguise(command: SandboxCommand, top = `/${randomName()}`): Disguise {
  const places: Places = { in: `${top}/${randomName()}`, out: `${top}/${randomName()}` };
  const texts = [...command.argv, ...Object.values(command.env), ...Object.values(command.provide)];
  const provided = renamed(Object.keys(command.provide), inDir, texts);
  const collected = renamed(command.collect, outDir, texts);
  const { toHost, fromHost } = translator([
    ...[...provided].map(([name, other]) => ({ inside: `${inDir}/${name}`, host: `${places.in}/${other}` })),
    ...[...collected].map(([name, other]) => ({ inside: `${outDir}/${name}`, host: `${places.out}/${other}` })),
    { inside: inDir, host: places.in },
    { inside: outDir, host: places.out },
  ]);
  const values = (record: Record<string, string>, key: (name: string) => string) =>
    Object.fromEntries(Object.entries(record).map(([name, text]) => [key(name), toHost(text)]));
  const usual = new Map([...collected].map(([name, other]) => [other, name]));
  const filesOf = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [usual.get(name) ?? name, fromHost(text)]));
  return {
    ...places,
    host: randomName(),
    command: {
      ...command,
      argv: command.argv.map(toHost),
      env: values(command.env, (name) => name),
      provide: values(command.provide, (name) => provided.get(name) ?? name),
      collect: command.collect.map((name) => collected.get(name) ?? name),
    },
    restore: (result) => ({
      ...result,
      stdout: fromHost(result.stdout),
      stderr: fromHost(result.stderr),
      files: filesOf(result.files),
    }),
    filesOf,
  };
}

/** Only names that the command is told: a tool that names its files itself would not follow. */
function renamed(names: string[], folder: string, texts: string[]): Map<string, string> {
  const mentions = names.filter((name) => texts.some((text) => text.includes(`${folder}/${name}`)));
  return new Map(mentions.map((name) => [name, `${randomName()}${/\..*$/.exec(name)?.[0] ?? ''}`]));
}

/** Twelve letters: a name that a shell, a module loader and a host name may all have. */
function randomName(): string {
  return [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
