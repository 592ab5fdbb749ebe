import type { SyntaxNode } from '../../../schema/code/tree.ts';
import {
  anyNumber,
  type Call,
  type FindSurface,
  kidOf,
  kidsOf,
  offer,
  type Surface,
  treesOf,
} from '../../surface/shape.ts';

const grammar = { name: 'java', package: '@ast-grep/lang-java' };
const library =
  /java-library|maven-publish|<distributionManagement>|central-publishing|nexus-staging|maven-gpg-plugin|oss-parent|commons-parent/;

/** The public members of the public types of a library: an application has no callers outside. */
export const javaSurface: FindSurface = async (files, changed, parsers) => {
  const manifests = files.paths.filter((path) => /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/.test(path));
  const texts = await Promise.all(manifests.map(async (path) => (await files.read(path)) ?? ''));
  if (!texts.some((text) => library.test(text))) return new Map();
  const own = [...changed].filter((path) => path.endsWith('.java') && files.paths.includes(path));
  const paths = own.filter((path) => !/(?:^|\/)(?:test|tests|internal|impl|examples?)\//.test(path));
  const trees = await treesOf(grammar, paths, files, parsers);
  if (trees === null) return null;
  const surface: Surface = new Map();
  for (const { path, text, tree } of trees) {
    const textOf = (node: SyntaxNode | undefined) => (node ? text.slice(node.start, node.end) : '');
    const isPublic = (node: SyntaxNode) => /\bpublic\b/.test(textOf(kidOf(node, 'modifiers')));
    for (const type of kidsOf(
      tree,
      'class_declaration',
      'interface_declaration',
      'enum_declaration',
      'record_declaration',
    )) {
      if (!isPublic(type)) continue;
      const name = textOf(kidOf(type, 'identifier'));
      offer(surface, `${path} ${name}`, name, path, null);
      const isOpen = type.kind === 'interface_declaration';
      for (const member of kidOf(type, 'class_body', 'interface_body')?.kids ?? []) {
        if (!/^(?:method|constructor)_declaration$/.test(member.kind) || !(isOpen || isPublic(member))) continue;
        const title =
          member.kind === 'constructor_declaration' ? `${name}.new` : `${name}.${textOf(kidOf(member, 'identifier'))}`;
        offer(surface, `${path} ${title}`, title, path, callOf(kidOf(member, 'formal_parameters')));
      }
    }
  }
  return surface;
};

function callOf(list: SyntaxNode | undefined): Call {
  const kids = list?.kids ?? [];
  const required = kids.filter(({ kind }) => kind === 'formal_parameter').length;
  return { required, most: kids.some(({ kind }) => kind === 'spread_parameter') ? anyNumber : required };
}
