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
  return folded || 'task';
}

export const branchName = (template: string, request: string): string => template.replaceAll('{slug}', slug(request));
