/** ASCII, accents folded, never empty, short enough for a branch name. */
export function slug(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return folded || nameless;
}

const nameless = 'task';

/** Takes the name from the first line of the request that yields one: later lines usually say how to do it. */
export function branchName(template: string, request: string): string {
  const names = request.split('\n').map(slug);
  return template.replaceAll('{slug}', names.find((name) => name !== nameless) ?? nameless);
}
