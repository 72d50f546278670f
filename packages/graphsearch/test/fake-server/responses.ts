/** Responses of the embedded engine in the format of the published API, with configurable variants. */
import type { ExtractedConcept, FacetCount, ResultDocument } from '@semantic-search/engine';
import type { FakeServerBehavior } from './server.ts';

export const FAKE_SPACE_ID = 'zoo-01';

export function refiner(
  field: string,
  { label, value, count, children }: FacetCount,
  behavior: FakeServerBehavior,
): unknown {
  const swapped = behavior.uriAsLabel && field === 'dyn_uri_all_concepts';
  const shown = behavior.numbersAsValues && field.startsWith('dyn_flt_') ? label.split(' ')[0] : label;
  return {
    label: swapped ? value : shown,
    value: swapped ? label : value,
    count,
    children: children?.map((child) => refiner(field, child, behavior)) ?? null,
  };
}

export function remoteDocument(document: ResultDocument, behavior: FakeServerBehavior) {
  const { id, title, description, link, date, image, type, language, facets } = document;
  return {
    id,
    title,
    description,
    link,
    date,
    empty: false,
    image,
    language,
    searchSpaceId: FAKE_SPACE_ID,
    type,
    facetList: facets.map(({ field, values }) => ({
      field,
      label: field,
      facets: values.map((value) => refiner(field, { ...value, count: 1, children: null }, behavior)),
    })),
  };
}

export function extraction(found: ExtractedConcept[], { inclusiveEnds }: FakeServerBehavior) {
  const more = inclusiveEnds ? 1 : 0;
  return {
    message: 'done',
    extractedConcepts: found.map(({ uri, label, frequency, score, matchedTexts }) => ({
      uri,
      label,
      frequency,
      score,
      matchingLabels: matchedTexts.map(({ matchedText, frequency, positions }) => ({
        label: matchedText,
        matchedTexts: [
          {
            matchedText,
            frequency,
            positions: positions.map(({ begin, end }) => ({ beginIndex: begin, endIndex: end - more })),
          },
        ],
      })),
    })),
  };
}

export function context(facets: { field: string }[]) {
  return {
    searchSpaceId: FAKE_SPACE_ID,
    searchSpaceName: 'The zoo',
    defaultLanguage: 'en',
    facetIds: facets.map(({ field }) => field),
  };
}
