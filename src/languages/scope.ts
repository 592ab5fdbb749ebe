/** What the paths below a scope begin with. */
export const prefixOf = (scope: string): string => (scope === '' ? '' : `${scope}/`);
