import { absentPath, type Lookup, lookupCommand } from '../../checks/lookup.ts';
import type { Runner } from '../../runner.ts';

/** Asks the Python that runs the tests where modules would be loaded from; null where that is not known. */
export function moduleLookup(names: string[], runner: Runner | null, needs: string[]): Lookup | null {
  const runners = runner?.parts?.map((part) => part.runner) ?? (runner ? [runner] : []);
  const pythons = new Set(runners.map(({ command }) => command(null).argv.find((word) => isPython.test(word))));
  const [python] = pythons;
  if (python === undefined || pythons.size > 1) return null;
  return { needs, command: lookupCommand([python, '-c', script, ...names]) };
}

const isPython = /(?:^|\/)python[\d.]*$/;

const script = `
import importlib.util, json, sys

def there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except Exception:
        return True

with open('${absentPath}', 'w') as file:
    json.dump([name for name in sys.argv[1:] if not there(name)], file)
`;
