import type { Evidence, Proposal } from '../../repair/shape.ts';
import type { Node } from '../code/javascript-nodes.ts';

/** A node with what is around it, the nearest last. */
export interface Site {
  node: Node;
  parents: readonly Node[];
  parent: Node;
  /** The nearest function around it. */
  fn: Node | undefined;
  text: string;
  path: string;
  line: number;
  program: Node;
}

export type Idea = Omit<Proposal, 'line'>;
export type Template = (site: Site, evidence: Evidence) => Idea[];
