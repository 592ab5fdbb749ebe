import { actionNames, type JsonSchema, type OwnAction, ownActionSchema } from '../../schema/agents/agent.ts';
import { readObjectSchema, schemaAt } from './json-schema.ts';
import { dotted, fitted, isMapping, kind, type Page, type Path } from './page.ts';

/** The names of what an agent may do, and the actions that it brings along. */
export function readActions(items: unknown[], page: Page): { actions: string[]; own_actions: OwnAction[] } {
  const actions: string[] = [];
  const own_actions: OwnAction[] = [];
  for (const [index, item] of items.entries()) {
    const at = ['actions', index];
    const ownAction = isMapping(item) ? readOwn(item, at, page) : null;
    if (ownAction) own_actions.push(ownAction);
    const name = ownAction ? ownAction.name : isMapping(item) ? null : standard(item, at, page);
    if (name === null) continue;
    if (actions.includes(name)) page.fault(at, `the action '${name}' is given twice`);
    actions.push(name);
  }
  if (items.at(-1) !== 'finish') {
    const finishAt = items.indexOf('finish');
    page.fault(finishAt < 0 ? ['actions'] : ['actions', finishAt], 'the last of the actions must be finish');
  }
  return { actions, own_actions };
}

function standard(item: unknown, at: Path, page: Page): string | null {
  if (typeof item !== 'string') {
    page.fault(at, `${dotted(at)} must be a name or a mapping, not ${kind(item)}`);
    return null;
  }
  const names: readonly string[] = actionNames;
  if (!names.includes(item)) page.fault(at, `unknown action '${item}' (known: ${names.join(', ')})`);
  return item;
}

/** What the loop asks with every action. */
const reserved = ['thought', 'reflection', 'decision', 'reason'];

function readOwn(item: Record<string, unknown>, at: Path, page: Page): OwnAction | null {
  const action = fitted(ownActionSchema, item, at, page);
  if (!action) return null;
  const names: readonly string[] = actionNames;
  if (names.includes(action.name))
    page.fault([...at, 'name'], `'${action.name}' is a standard action: choose another name`);
  const input =
    action.input === undefined
      ? { type: 'object', properties: {} }
      : readObjectSchema(action.input, reserved, [...at, 'input'], page);
  if (!input) return null;
  checkCommand(action.command, input, [...at, 'command'], page);
  return { name: action.name, description: action.description, input, command: action.command };
}

/** What the model says stays one word of the command, and is never the program itself. */
function checkCommand(command: string[], input: JsonSchema, at: Path, page: Page): void {
  const required: unknown[] = Array.isArray(input.required) ? input.required : [];
  for (const [index, word] of command.entries()) {
    for (const [whole, key = ''] of word.matchAll(/\{(\w+)\}/g)) {
      const wrong = (message: string) => page.fault([...at, index], `${dotted([...at, index])}: ${message}`);
      if (index === 0) wrong('the program cannot be an input');
      else if (!schemaAt(input, key)) wrong(`the input has no '${key}'`);
      else if (whole !== word && !required.includes(key))
        wrong(`the input '${key}' must be required: it is part of a word`);
    }
  }
}
