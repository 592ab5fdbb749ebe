/** Paths inside a text, from a sandbox's view to the host's and back; only whole paths and what is below them. */
export function translator(places: { inside: string; host: string }[]): {
  toHost: (text: string) => string;
  fromHost: (text: string) => string;
} {
  return {
    toHost: (text) => places.reduce((result, { inside, host }) => replacePath(result, inside, host), text),
    fromHost: (text) => places.reduce((result, { inside, host }) => replacePath(result, host, inside), text),
  };
}

function replacePath(text: string, from: string, to: string): string {
  if (from === to || !text.includes(from)) return text;
  const literal = from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w.-])${literal}(?![\\w.-])`, 'g'), () => to);
}
