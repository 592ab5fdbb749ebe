import { createRequire } from 'node:module';
import { record } from './values.ts';

/** Loaded with the first document: it would take a tenth of the start of every command, and most read none. */
const library = () => createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');

/** The document, attributes as `@name`; null where it is not whole or not one that a report writer makes. */
export function parseXml(source: string): Record<string, unknown> | null {
  const { XMLParser, XMLValidator } = library();
  if (XMLValidator.validate(source) !== true) return null;
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      htmlEntities: true, // Also what makes it read `&#10;`.
    });
    return record(parser.parse(source));
  } catch (error) {
    if (error instanceof Error) return null; // Too many entities, or too deep.
    throw error;
  }
}
