/** Preview response: a search response adapted to draft settings without a request. Pure. */
import type { ConfigurationSettings, RetrievedDocument, SearchResponse } from '@semantic-search/contract';
import { isSame } from '../settings/draft.ts';

/**
 * The server returned `response` for the settings `saved`, with facets in their order. `facets` are the facets of the
 * draft, if the server has counted them.
 */
export function draftResponse(
  response: SearchResponse,
  saved: ConfigurationSettings,
  draft: ConfigurationSettings,
  facets: SearchResponse['facets'] = facetsOf(response, saved, draft),
): SearchResponse {
  const { itemsPerPage, summaryLength } = draft.result;
  const isShorter = summaryLength < saved.result.summaryLength;
  const page = response.result.slice(0, itemsPerPage);
  return {
    ...response,
    facets,
    result: isShorter ? page.map((document) => withShorterSummary(document, summaryLength)) : page,
  };
}

function facetsOf({ facets }: SearchResponse, saved: ConfigurationSettings, draft: ConfigurationSettings) {
  const savedFacets = shownFacets(saved);
  // The response belongs to other settings.
  if (savedFacets.length !== facets.length) return facets;
  return shownFacets(draft).flatMap((setting) => {
    const index = savedFacets.findIndex(({ uri }) => uri === setting.uri);
    const group = facets[index];
    if (!group) return [];
    // The response has the title in the language of the preview.
    const isRenamed = savedFacets[index]!.title !== setting.title;
    return [isRenamed ? { ...group, label: setting.title } : group];
  });
}

/** Cuts the summary: an ellipsis is the last of the `length` characters. */
function withShorterSummary(document: RetrievedDocument, length: number): RetrievedDocument {
  const { description, highlights } = document;
  if (description.length <= length) return document;
  const end = length - 1;
  const remaining = highlights?.description.filter((span) => span.end <= end) ?? [];
  return {
    ...document,
    description: length === 0 ? '' : `${description.slice(0, end).trimEnd()}…`,
    ...(highlights && { highlights: { ...highlights, description: remaining } }),
  };
}

const shownFacets = ({ filter }: ConfigurationSettings) => filter.facetsToShow.filter(({ show }) => show);

export interface PreviewSettings {
  /** Saved settings, which the server uses. */
  saved: ConfigurationSettings;
  /** Settings to show; all are valid. */
  draft: ConfigurationSettings;
}

/** Paths of changes that need the server, and are therefore visible only after saving. */
export function changesShownAfterSaving(
  { saved, draft }: PreviewSettings,
  { areFacetsCounted = false } = {},
): string[][] {
  const { itemsPerPage, summaryLength } = draft.result;
  return [
    saved.searchSpace !== draft.searchSpace && ['searchSpace'],
    saved.result.itemsPerPage < itemsPerPage && ['result', 'itemsPerPage'],
    saved.result.summaryLength < summaryLength && ['result', 'summaryLength'],
    !areFacetsCounted && needsRequest(saved, draft) && ['filter', 'facetsToShow'],
    !isSame(saved.details.detailsToShow, draft.details.detailsToShow) && ['details', 'detailsToShow'],
  ].filter((path) => path !== false);
}

/** Whether the draft has a facet that is new or has other values; a new title or position needs no request. */
export function needsRequest(saved: ConfigurationSettings, draft: ConfigurationSettings): boolean {
  const withoutNames = (facet: object) => ({ ...facet, title: '', refId: '' });
  const savedFacets = shownFacets(saved);
  return shownFacets(draft).some((facet) => {
    const previous = savedFacets.find(({ uri }) => uri === facet.uri);
    return !previous || !isSame(withoutNames(previous), withoutNames(facet));
  });
}
