export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export function isFunction(node: Node): boolean {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);
}

/** What a chain of members and calls begins with: `expect` in `expect(x).not.toBe`. */
export function rootOf(node: Node): Node | undefined {
  let at: Node | undefined = node;
  while (at && /^(?:MemberExpression|CallExpression|TaggedTemplateExpression)$/.test(at.type)) {
    at = (at.object ?? at.callee ?? at.tag) as Node | undefined;
  }
  return at;
}

export function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    const candidates = Array.isArray(value) ? value : [value];
    for (const child of candidates) if (isNode(child)) yield child;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
