import { visible } from './text.ts';

/** Text that is markup already. Everything else is escaped where it is put in. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | Markup | Part[];

/** Markup with values in it. A value is always shown as literal text. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, at) => `${text}${render(parts[at] ?? null)}`).join(''));
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return visible(String(part)).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const none = new Markup('');
