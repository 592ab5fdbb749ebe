import { places } from '../../src/languages/registry.ts';

/** What every language's tools leave behind, as the app tells the repository. */
export const waste = places().flatMap((place) => place.waste ?? []);
