/** What a scripted model says in one answer. */
export interface Saying {
  text?: string;
  /** A string input goes out as it is, JSON or not. */
  calls?: { name: string; input: Record<string, unknown> | string }[];
  /** Absent: counted from the bytes. Null: the server says nothing about it. */
  usage?: { input: number; output: number; cached?: number; written?: number } | null;
  delay_ms?: number;
  /** What Google's wire sends with the first call and wants back. */
  signature?: string;
}

/** A whole answer as the wires put it into words of their own. */
export interface Rendering extends Saying {
  id: string;
  model: string;
  ends: 'normally' | 'truncated' | 'refused';
  usage: NonNullable<Saying['usage']> | null;
}

/** In pieces as a model would stream it, few enough to stay quick. */
export function pieces(text: string): string[] {
  const size = Math.max(8, Math.ceil(text.length / 16));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
