import { addHits } from '../../reports/coverage.ts';
import { amount, lineNumber, list, record } from '../../reports/values.ts';
import { parseXml } from '../../reports/xml.ts';
import type { LineHits } from '../../runner.ts';

/** JaCoCo's XML. `fileOf` finds the file of the tree by `com/example/Name.java`. */
export function readJacoco(report: string, fileOf: (path: string) => string): LineHits {
  const hits: LineHits = new Map();
  const visit = (group: Record<string, unknown>) => {
    for (const inner of list(group.group)) visit(record(inner));
    for (const folder of list(group.package).map(record)) {
      for (const source of list(folder.sourcefile).map(record)) {
        const file = fileOf(`${String(folder['@name'])}/${String(source['@name'])}`);
        for (const line of list(source.line).map(record))
          addHits(hits, file, lineNumber(line['@nr']), amount(line['@ci']));
      }
    }
  };
  visit(record(parseXml(report)?.report));
  return hits;
}
