import type { Sandbox, SandboxCommand } from '../../ports/outside/sandbox.ts';
import type { OwnAction } from '../../schema/agents/agent.ts';
import type { Action } from '../action.ts';
import { guarded } from './observing.ts';
import { howItWent } from './shell.ts';

/**
 * Runs a command in the sandbox, without a shell: `{key}` inside an argument is replaced by that input, and the
 * argument stays one argument. An argument that is only the `{key}` of a missing input is left out.
 */
export function ownAction(
  { name, description, input: schema, command }: OwnAction,
  sandbox: Sandbox,
  shell: Omit<SandboxCommand, 'argv' | 'timeout_ms'>,
  timeout_ms: number,
): Action {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const keys = new Set(Object.keys(properties));
  return {
    spec: {
      name,
      description,
      parameters: {
        additionalProperties: false,
        ...schema,
        type: 'object',
        properties: { thought: { type: 'string' }, ...properties },
        required: ['thought', ...required.filter((key) => key !== 'thought')],
      },
    },
    run: (input, signal) =>
      guarded(async () => {
        const argv = command.flatMap((word) => filled(word, keys, input));
        if (argv.some((word) => word.includes('\0'))) return { observation: 'Refused: a value holds a NUL character.' };
        return howItWent(await sandbox.run({ ...shell, argv, timeout_ms }, signal));
      }),
  };
}

function filled(word: string, keys: ReadonlySet<string>, input: Record<string, unknown>): string[] {
  const alone = /^\{([\w-]+)\}$/.exec(word)?.[1];
  if (alone !== undefined && keys.has(alone) && !Object.hasOwn(input, alone)) return [];
  return [
    word.replace(/\{([\w-]+)\}/g, (placeholder, key: string) => {
      if (!keys.has(key)) return placeholder;
      const value = Object.hasOwn(input, key) ? input[key] : '';
      return typeof value === 'string' ? value : JSON.stringify(value);
    }),
  ];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
