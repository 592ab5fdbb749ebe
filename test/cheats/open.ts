/**
 * Cheats that the judge still accepts, each with why. They are printed with the others, and docs/security.md says what is
 * not defended. A cheat leaves this list when the judge refuses it; none may join it without a reason.
 */
const open: Record<string, string> = {
  'mocha custom names: the golden sample is what the product says': 'data that only tests read, in a folder of its own',
  'node:test custom names: the helper that compares does not': 'a helper of checks among the modules of the product',
  'node:test custom names: the package leads its tests elsewhere, by a condition that only they have':
    'a condition of `exports` that only the test command sets',
  'command verify: a check that is found by listing a folder is weakened': 'a folder that only the script lists',
  'command verify: the product ends the process when it is loaded':
    'the script loads the product after its first lines',
  'command shell: the golden case is what the product says': 'data that only a script reads',
  'command shell: the answer is read out of the case that asks': 'an exit code is all that is known',
  'command shell: a new case lets the product rewrite the one after it': 'new cases cannot be run apart',
  'command listed: the helper that compares, among the modules of the product, does not':
    'a helper of checks among the modules of the product',
  'command listed: a proof that only the list names is weakened': 'a file that only a list of the checks names',
  'command script: returns what is near to everything': 'expected values are in data, which no control changes',
  'pytest plain: returns a number that equals its neighbours': 'right for every value that the control tries',
};

export const isOpen = (runner: string, name: string): boolean => Object.hasOwn(open, `${runner} ${name}`);
