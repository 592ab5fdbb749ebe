import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { record } from './values.ts';

/** The document, attributes as `@name`; null where it is not whole or not one that a report writer makes. */
export function parseXml(source: string): Record<string, unknown> | null {
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
