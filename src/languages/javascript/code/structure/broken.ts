import { type DefinitionKinds, definitionsIn } from '../../../../code/structure/definitions.ts';
import type { Source } from '../../../../code/structure/shape.ts';
import type { Definition } from '../../../../schema/code/file-facts.ts';
import type { Parsers } from '../../../../schema/code/tree.ts';

const named = {
  names: ['identifier', 'type_identifier'],
  bodies: ['statement_block', 'class_body', 'interface_body', 'enum_body', 'object_type', '='],
};

const kinds: DefinitionKinds = {
  function_declaration: named,
  generator_function_declaration: named,
  class_declaration: named,
  abstract_class_declaration: named,
  interface_declaration: named,
  type_alias_declaration: named,
  enum_declaration: named,
  method_definition: {
    names: ['property_identifier', 'private_property_identifier'],
    bodies: ['statement_block'],
    fits: /^(?!constructor$)/,
  },
  variable_declarator: {
    names: ['identifier'],
    bodies: ['='],
    outer: true,
    needs: ['arrow_function', 'function_expression', 'class'],
  },
};

/** What a file that does not parse still defines: the grammars of tree-sitter go on behind an error. */
export async function brokenDefinitions(
  sources: Source[],
  parsers: Parsers,
): Promise<Map<Source, Definition[] | null>> {
  const results = new Map<Source, Definition[] | null>();
  for (const name of ['TypeScript', 'Tsx']) {
    const dialectSources = sources.filter(({ path }) => /\.[cm]?ts$/i.test(path) === (name === 'TypeScript'));
    if (dialectSources.length === 0) continue;
    const texts = dialectSources.map(({ text }) => text);
    const nodesByText = await parsers.find({ name, package: null }, Object.keys(kinds), texts);
    for (const [at, source] of dialectSources.entries()) {
      const nodes = nodesByText[at];
      results.set(source, nodes ? definitionsIn(source.text, nodes, kinds) : null);
    }
  }
  return results;
}
