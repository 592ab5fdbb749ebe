/** A file as a change left it, and which of its lines the change brought. Lines count from 1. */
export interface ChangedSource {
  path: string;
  text: string;
  added: ReadonlySet<number>;
}
