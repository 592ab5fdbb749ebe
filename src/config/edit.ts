import { type Document, isAlias, isMap, isScalar, isSeq, parse, parseDocument } from 'yaml';
import { checkFile } from './check.ts';
import { fault } from './fault.ts';
import { kind, parseYaml } from './yaml.ts';

/** The text of a configuration with one value set; comments and the rest stay. Throws where it would not be valid. */
export function withValue(file: string, text: string, key: string, value: string): string {
  const path = key.split('.');
  if (!path.every((part) => /^[A-Za-z0-9_-]+$/.test(part)))
    throw fault(`'${key}' is not the name of a setting, such as limits.run_usd`);
  parseYaml(file, text); // What is wrong with the file already is said by its line.
  const document = parseDocument(text);
  openSections(document, path, key);
  const [node, replacement] = [document.getIn(path, true), yamlValue(value)];
  // What is replaced whole would lose its comment.
  if (isScalar(node) && (replacement === null || typeof replacement !== 'object')) node.value = replacement;
  else document.setIn(path, document.createNode(replacement));
  const changed = document.toString({ lineWidth: 0 });
  // The line that is wrong would be one that nobody has written.
  checkFile(file, parseYaml(file, changed), () => `${key} was not set`);
  return changed;
}

/** Makes mappings of sections that have nothing in them yet: `limits:` alone. */
function openSections(document: Document, path: string[], key: string): void {
  for (const [index, next] of path.slice(1).entries()) {
    const section = path.slice(0, index + 1);
    const node = document.getIn(section, true);
    if (node === undefined || isMap(node) || (isSeq(node) && /^\d+$/.test(next))) continue;
    if (isScalar(node) && node.value === null) document.setIn(section, document.createNode({}));
    else {
      const is = isAlias(node) ? 'an alias' : kind(isScalar(node) ? node.value : []);
      throw fault(`${key} was not set: \`${section.join('.')}\` is ${is}`);
    }
  }
}

function yamlValue(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}
