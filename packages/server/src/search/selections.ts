/** Selected facet values of a request (reference/http-api.md#facets). */
import type { SelectedFacet } from '@semantic-search/contract';
import type { FacetSelection } from '@semantic-search/engine';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';

/** One selection per selected value, in the same order: the path of an error names its position. */
export function planSelections(selected: SelectedFacet[] = []): FacetSelection[] {
  return selected.map(({ field = ALL_CONCEPTS_FIELD, label, value }) => {
    const uri = field === ALL_CONCEPTS_FIELD ? conceptUri(label, value) : value || undefined;
    return { field, values: [{ uri, label: label || value || undefined }] };
  });
}

/** Responses have the URI of `dyn_uri_all_concepts` values as label, so both orders are accepted (specification 2.3b). */
function conceptUri(label: string | undefined, value: string | null | undefined): string | undefined {
  return [value, label].find((text) => text && looksLikeUri(text)) ?? undefined;
}

const looksLikeUri = (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/.test(text);
