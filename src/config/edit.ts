import { isScalar, parse, parseDocument } from 'yaml';
import { checkFile } from './check.ts';
import { fault } from './fault.ts';
import { parseYaml } from './yaml.ts';

/** The text of a configuration with one value set; comments and the rest stay. Throws where it would not be valid. */
export function withValue(file: string, text: string, key: string, value: string): string {
  const path = key.split('.');
  if (!path.every((part) => /^[A-Za-z0-9_-]+$/.test(part)))
    throw fault(`'${key}' is not the name of a setting, such as limits.run_usd`);
  const document = parseDocument(text);
  const [node, replacement] = [document.getIn(path, true), yamlValue(value)];
  // What is replaced whole would lose its comment.
  if (isScalar(node) && (replacement === null || typeof replacement !== 'object')) node.value = replacement;
  else document.setIn(path, document.createNode(replacement));
  const changed = document.toString({ lineWidth: 0 });
  // The line that is wrong would be one that nobody has written.
  checkFile(file, parseYaml(file, changed), () => `${key} was not set`);
  return changed;
}

function yamlValue(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}
