/** Preview response: a search response adapted to draft settings without a request. Pure. */
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
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
  const shortened = summaryLength < saved.result.summaryLength;
  const page = response.result.slice(0, itemsPerPage);
  return {
    ...response,
    facets,
    result: shortened ? page.map((document) => ({ ...document, ...shorter(document, summaryLength) })) : page,
  };
}

function facetsOf({ facets }: SearchResponse, saved: ConfigurationSettings, draft: ConfigurationSettings) {
  const shown = saved.filter.facetsToShow.filter(({ show }) => show);
  if (shown.length !== facets.length) return facets;
  return draft.filter.facetsToShow
    .filter(({ show }) => show)
    .flatMap((setting) => {
      const index = shown.findIndex(({ uri }) => uri === setting.uri);
      const group = facets[index];
      // The response has the title in the language of the preview.
      const isRenamed = shown[index]?.title !== setting.title;
      return group ? [isRenamed ? { ...group, label: setting.title } : group] : [];
    });
}

function shorter({ description, highlights }: SearchResponse['result'][number], length: number) {
  if (description.length <= length) return { description, ...(highlights && { highlights }) };
  const end = length - 1;
  const remaining = highlights?.description.filter((span) => span.end <= end) ?? [];
  return {
    description: length === 0 ? '' : `${description.slice(0, end).trimEnd()}…`,
    ...(highlights && { highlights: { ...highlights, description: remaining } }),
  };
}

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

/** True for a new facet or one with other values; a new title or position needs no request. */
export function needsRequest(saved: ConfigurationSettings, draft: ConfigurationSettings): boolean {
  const shown = saved.filter.facetsToShow.filter(({ show }) => show);
  return draft.filter.facetsToShow
    .filter(({ show }) => show)
    .some((facet) => {
      const previous = shown.find(({ uri }) => uri === facet.uri);
      return !previous || !isSame({ ...previous, title: '', refId: '' }, { ...facet, title: '', refId: '' });
    });
}
