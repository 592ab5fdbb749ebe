/** Forges without a switch for drafts know them by how the title begins. */
const mark = /^\s*(?:\[?(?:wip|draft)\]?:?|\(draft\))\s+/i;

export const isDraft = (title: string): boolean => mark.test(title);
export const undrafted = (title: string): string => title.replace(mark, '') || title;
export const drafted = (title: string, prefix: string): string => (isDraft(title) ? title : `${prefix}${title}`);
