import { outDir, type SandboxResult } from '../../ports/outside/sandbox.ts';
import { list, parseJson, text } from '../reports/values.ts';
import type { RunnerCommand } from '../runner.ts';

/** A look, in the sandbox, at which packages cannot be imported where tests run. Nothing of them is executed. */
export interface Lookup {
  /** The toolchains besides node that it uses. */
  readonly needs: string[];
  readonly command: RunnerCommand;
}

const absentFile = 'absent.json';

/** Where a lookup writes the names that are not there, as a list in JSON. */
export const absentPath = `${outDir}/${absentFile}`;

export const lookupCommand = (argv: string[]): RunnerCommand => ({ argv, provide: {}, collect: [absentFile], env: {} });

/** The names that are not there; none where the lookup could not be made. */
export const absentIn = ({ files }: SandboxResult): string[] => list(parseJson(files[absentFile] ?? '[]')).map(text);
