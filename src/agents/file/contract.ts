import {
  type AgentDefinition,
  type Constraint,
  checkedSchemas,
  contractSchema,
  type JsonSchema,
  saidSchema,
} from '../../schema/agents/agent.ts';
import { patternFault, readObjectSchema, schemaAt } from './json-schema.ts';
import { dotted, fitted, isMapping, kind, type Page, type Path } from './page.ts';

type Contract = AgentDefinition['contract'];
type Checked = Extract<Constraint, { check: string }>;

const nothing: Contract = { input: null, output: null, constraints: [] };

export function readContract(value: unknown, page: Page): Contract {
  if (value === undefined) return nothing;
  const contract = fitted(contractSchema, value, ['contract'], page);
  if (!contract) return nothing;
  const schema = (key: 'input' | 'output', reserved: string[]) =>
    contract[key] === undefined ? null : readObjectSchema(contract[key], reserved, ['contract', key], page);
  const output = schema('output', ['thought']);
  const constraints = (contract.constraints ?? []).flatMap((item, index) => {
    const at = ['contract', 'constraints', index];
    const constraint = readConstraint(item, at, page);
    if (!constraint) return [];
    if ('check' in constraint && (output || contract.output === undefined)) {
      const wrong = targetFault(constraint, output);
      if (wrong) page.fault([...at, 'path'], `${dotted([...at, 'path'])}: ${wrong}`);
    }
    return [constraint];
  });
  return { input: schema('input', []), output, constraints };
}

function readConstraint(item: unknown, at: Path, page: Page): Constraint | null {
  if (typeof item === 'string') return fitted(saidSchema, { says: item }, at, page);
  if (!isMapping(item)) {
    page.fault(at, `${dotted(at)} must be a sentence or a mapping, not ${kind(item)}`);
    return null;
  }
  if (!Object.hasOwn(item, 'check')) return fitted(saidSchema, item, at, page);
  const checkNames = Object.keys(checkedSchemas).join(', ');
  const schema = Object.entries(checkedSchemas).find(([name]) => name === item.check)?.[1];
  if (!schema) {
    page.fault([...at, 'check'], `unknown check ${JSON.stringify(item.check)} (known: ${checkNames})`);
    return null;
  }
  const constraint = fitted<Constraint>(schema, item, at, page);
  if (constraint && 'check' in constraint && constraint.check === 'pattern') {
    const wrong = patternFault(constraint.value);
    if (wrong) page.fault([...at, 'value'], `${dotted([...at, 'value'])} ${wrong}`);
  }
  return constraint;
}

/** What a check looks at must be in the output, and of a kind that it can look at. */
function targetFault(constraint: Checked, output: JsonSchema | null): string | null {
  const { check, path } = constraint;
  if (!output) return 'there is no contract.output to check';
  const target = schemaAt(output, path);
  if (!target) return `the output has no '${path}'`;
  if (check === 'references') return schemaAt(target, 'file') ? null : `'${path}' must hold mappings with a \`file\``;
  const neededType = check === 'max_length' || check === 'pattern' ? 'string' : 'array';
  if (target.type !== neededType) return `${check} needs ${words[neededType]}, and '${path}' is none`;
  const stray = check === 'unique' ? constraint.value.find((key) => !schemaAt(target, key)) : undefined;
  return stray === undefined ? null : `the items of '${path}' have no '${stray}'`;
}

const words = { string: 'text', array: 'a list' };
