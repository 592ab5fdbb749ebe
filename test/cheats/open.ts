/**
 * Cheats that the judge still accepts, each with why. They are printed with the others, and docs/security.md says what is
 * not defended. A cheat leaves this list when the judge refuses it; none may join it without a reason.
 */
const open: Record<string, string> = {};

export const isOpen = (runner: string, name: string): boolean => Object.hasOwn(open, `${runner} ${name}`);
