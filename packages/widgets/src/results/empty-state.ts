/** Hints for an empty page of results (lazy): first page, without filters, other words, popular topics. */
import type { FacetGroup, Refiner, SearchResponse } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';
import { valueName } from '../facets/range-syntax.ts';
import type { Locale } from '../locale/locale.ts';
import { documentCount, wordsOf } from '../markup/document-parts.ts';
import { examplesOf, isRange, selectionOf } from '../store/facet-values.ts';
import { activeFilterCount, initialQuery, noFilters, type QueryState } from '../store/query-state.ts';
import { fetchPage } from '../store/result-pages.ts';
import type { ResultsView } from './view-model.ts';

/** Words of the input that are offered as searches of their own; each costs a request. */
const MAX_WORDS = 4;
const MAX_EXAMPLES = 3;
const MAX_POPULAR_FACETS = 3;
const MAX_POPULAR_VALUES = 6;

export const styles = css`
  .examples {
    margin-block-start: var(--s16);
  }
  .examples .plain {
    font-size: inherit;
  }
  .chip .count {
    padding-inline-start: 0.75em;
    font-variant-numeric: tabular-nums;
  }
  :is(.popular, .filters) > h3 {
    margin-block: var(--s16) var(--s8);
  }
  /* The filter column shows the popular topics already. */
  .side ~ .main .popular {
    display: none;
  }
`;

export function emptyState(view: ResultsView): TemplateResult | undefined {
  const { store } = view;
  if (store.response!.total) return beyondLastPage(view);
  return activeFilterCount(store.responseQuery!) ? withoutFilters(view) : otherWords(view);
}

function beyondLastPage({ locale, goTo }: ResultsView): TemplateResult {
  return html`<p class="muted">${locale.text('fewerPages')}</p>
    <button class="button" type="button" @click=${() => goTo(0)}>${locale.text('page', { page: 1 })}</button>`;
}

/** Responses to alternative queries by input, cached per empty response; undefined while a request is running. */
const alternatives = new WeakMap<SearchResponse, Map<string, Alternative | undefined>>();

/** `total` is `NaN` if the request failed: the query is offered even if its results cannot be counted. */
type Alternative = Pick<SearchResponse, 'total' | 'facets'>;

/** The response to an alternative query; undefined while its request is running. */
function responseTo(query: QueryState, { store, components }: ResultsView): Alternative | undefined {
  const cached = alternatives.get(store.response!) ?? new Map<string, Alternative | undefined>();
  alternatives.set(store.response!, cached);
  const { input } = query;
  if (!cached.has(input)) {
    cached.set(input, undefined);
    void fetchPage(store, { ...query, start: 0 }, { count: 0 })
      .catch(() => ({ total: Number.NaN, facets: [] }))
      .then((alternative) => {
        cached.set(input, alternative);
        components.refresh();
      });
  }
  return cached.get(input);
}

/** The name with its number of results, if this is known. */
const labelWithCount = (name: string, count: number, locale: Locale): string =>
  Number.isNaN(count) ? name : locale.text('pair', { name, value: locale.text('results', { count }) });

function withoutFilters(view: ResultsView): TemplateResult | undefined {
  const { store, locale, change } = view;
  const count = responseTo({ ...initialQuery, input: store.responseQuery!.input }, view)?.total;
  if (count === undefined) return undefined;
  if (count === 0) return otherWords(view);
  const name = locale.text(Number.isNaN(count) ? 'clearAll' : 'withoutFilters');
  return html`<button class="button" type="button" @click=${() => change(noFilters)}>${labelWithCount(name, count, locale)}</button>`;
}

function otherWords(view: ResultsView): TemplateResult | undefined {
  const { store, locale, change } = view;
  const { input } = store.responseQuery!;
  const counts = alternativeInputs(input).map(
    (text) => [text, responseTo({ ...store.responseQuery!, input: text }, view)?.total] as const,
  );
  const allDocuments = responseTo(initialQuery, view);
  // Renders nothing before all counts are known, because later parts would shift earlier ones.
  if (!allDocuments || counts.some(([, count]) => count === undefined)) return undefined;
  const labels = store.response!.query.concepts.map(({ label }) => label);
  const otherLabels = labels.filter((label) => label.toLowerCase() !== input.toLowerCase());
  const button = (query: Partial<QueryState>, text: string) =>
    html`<button class="button" type="button" @click=${() => change(query)}>${text}</button>`;
  return html`<p class="muted">${locale.text('otherWords')}</p>
    <div class="chips">
      ${counts
        .filter(([, count]) => count !== 0)
        .map(([text, count]) => button({ input: text }, labelWithCount(text, count!, locale)))}
      ${otherLabels.map((label) => button({ input: label }, label))} ${button(initialQuery, locale.text('showEverything'))}
    </div>
    ${examples(allDocuments, view)}
    <div class="popular">${popularTopics(view)}</div>`;
}

/** Example searches with results, as buttons in place of the example in the translated sentence. */
function examples(allDocuments: Alternative, { locale, change }: ResultsView) {
  const [before, after] = locale.text('forExample', { example: '\n' }).split('\n');
  const buttons = examplesOf(allDocuments)
    .slice(0, MAX_EXAMPLES)
    .map(
      (input, index) =>
        html`${index ? ' · ' : ''}<button class="plain" type="button" @click=${() => change({ ...initialQuery, input })}>${input}</button>`,
    );
  return buttons.length ? html`<p class="examples">${before}${buttons}${after}</p>` : nothing;
}

/** The most frequent values of the first facets; undefined until known. Fills the filter column if there are no results. */
export function popularTopics(view: ResultsView): TemplateResult[] | undefined {
  return responseTo(initialQuery, view)
    ?.facets.filter(({ field, facets }) => !isRange(field) && facets.length > 0)
    .slice(0, MAX_POPULAR_FACETS)
    .map((group) => popularValues(group, view));
}

/** The input without quotes, so that the thesaurus expands it, and single words, because no document has all words. */
function alternativeInputs(input: string): string[] {
  const unquoted = input.replaceAll('"', '').trim();
  const words = wordsOf(unquoted);
  const singleWords = words.length > 1 ? words.slice(0, MAX_WORDS) : [];
  return [...new Set([unquoted, ...singleWords])].filter((text) => text && text !== input);
}

/** The most frequent values of a facet in all documents; of a hierarchy, the broadest topics. */
function popularValues({ field, label, facets }: FacetGroup, { locale, change, headingLevel }: ResultsView) {
  const values = facets.toSorted((a, b) => b.count - a.count).slice(0, MAX_POPULAR_VALUES);
  const item = (refiner: Refiner) =>
    html`<li><button class="chip" type="button" @click=${() => change({ ...initialQuery, selectedFacets: [selectionOf(field, refiner)] })}>
        <bdi>${valueName(field, refiner, locale)}</bdi> ${documentCount(refiner.count, locale)}
      </button></li>`;
  return html`<h3 aria-level=${headingLevel}>${label}</h3>
    <ul class="chips">${values.map(item)}</ul>`;
}
