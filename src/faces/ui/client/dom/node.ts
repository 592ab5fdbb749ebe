import { visible } from '../../../report/text.ts';

type Handler = (event: Event) => void;
type Value = string | number | boolean | null | undefined | Handler | Record<string, string>;
export type Props = Record<string, Value> & { key?: string; style?: Record<string, string> };
export type Kid = VNode | string | number | null | false | undefined | Kid[];

/** What an element should be. Texts in it are texts, whatever they hold. */
export interface VNode {
  tag: string;
  key: string | null;
  props: Props;
  kids: (VNode | string)[];
}

export function h(tag: string, props: Props = {}, ...kids: Kid[]): VNode {
  return { tag, key: props.key ?? null, props, kids: flat(kids) };
}

/** Makes the children of an element what they should be, and keeps the elements that are there: focus, scroll and words typed stay. */
export function patch(parent: Element, kids: readonly (VNode | string)[]): void {
  const keyed = new Map<string, ChildNode>();
  const free: ChildNode[] = [];
  for (const node of parent.childNodes) {
    const key = vnodes.get(node)?.key ?? null;
    if (key === null) free.push(node);
    else keyed.set(key, node);
  }
  const used = new Set<ChildNode>();
  let next = parent.firstChild;
  let from = 0;
  for (const kid of kids) {
    const node = update(matching(kid), kid, parent);
    used.add(node);
    while (next && next !== node && used.has(next)) next = next.nextSibling;
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  for (const node of [...parent.childNodes]) if (!used.has(node)) node.remove();

  function matching(kid: VNode | string): ChildNode | null {
    if (typeof kid !== 'string' && kid.key !== null) return keyed.get(kid.key) ?? null;
    const at = free.findIndex((node, index) => index >= from && fits(node, kid));
    if (at === -1) return null;
    from = at + 1;
    return free[at] ?? null;
  }
}

const vnodes = new WeakMap<Node, VNode>();
const handlers = new WeakMap<Node, Record<string, Handler>>();
const svg = 'http://www.w3.org/2000/svg';

function fits(node: ChildNode, kid: VNode | string): boolean {
  if (typeof kid === 'string') return node.nodeType === Node.TEXT_NODE;
  return vnodes.get(node)?.tag === kid.tag;
}

function update(current: ChildNode | null, kid: VNode | string, parent: Element): ChildNode {
  if (typeof kid === 'string') {
    const text = visible(kid);
    if (!current) return document.createTextNode(text);
    if (current.nodeValue !== text) current.nodeValue = text;
    return current;
  }
  const same = current && fits(current, kid) ? (current as unknown as Element) : null;
  const element = same ?? createElement(kid.tag, parent);
  const before = vnodes.get(element);
  if (before === kid) return element;
  apply(element, before?.props ?? {}, kid.props, before === undefined);
  vnodes.set(element, kid);
  patch(element, kid.kids);
  return element;
}

function createElement(tag: string, parent: Element): Element {
  const isSvg = tag === 'svg' || (parent.namespaceURI === svg && parent.tagName !== 'foreignObject');
  return isSvg ? document.createElementNS(svg, tag) : document.createElement(tag);
}

/** What the person changes by hand is set once. */
const theirs = new Set(['value', 'open', 'checked']);

function apply(element: Element, before: Props, after: Props, fresh: boolean): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[name];
    if (name === 'key' || (theirs.has(name) && !fresh)) continue;
    if (name.startsWith('on')) listen(element, name.slice(2), typeof value === 'function' ? value : null);
    else if (name === 'style') styled(element as HTMLElement, before.style ?? {}, after.style ?? {});
    else if (name === 'value') (element as HTMLInputElement).value = String(value ?? '');
    else if (value !== before[name]) attribute(element, name, value);
  }
}

function attribute(element: Element, name: string, value: Value): void {
  if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : visible(String(value));
  // Links lead to places of this page only.
  if (name === 'href' && !text.startsWith('#')) return;
  element.setAttribute(name, text);
}

function styled(element: HTMLElement, before: Record<string, string>, after: Record<string, string>): void {
  for (const name of Object.keys(before)) if (!(name in after)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(after)) element.style.setProperty(name, value);
}

function listen(element: Element, type: string, handler: Handler | null): void {
  const own = handlers.get(element) ?? {};
  if (!(type in own)) element.addEventListener(type, (event) => handlers.get(element)?.[type]?.(event));
  own[type] = handler ?? (() => undefined);
  handlers.set(element, own);
}

function flat(kids: Kid[]): (VNode | string)[] {
  return kids.flatMap((kid) => {
    if (Array.isArray(kid)) return flat(kid);
    if (kid === null || kid === undefined || kid === false) return [];
    return [typeof kid === 'number' ? String(kid) : kid];
  });
}
