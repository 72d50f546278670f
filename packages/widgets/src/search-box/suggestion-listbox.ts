/** Suggestion listbox: grouped options below the search box. */
import type { ResultSection, RetrievedDocument, SuggestedConcept } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { documentCount, highlightSpans, thumbnail, titleOf } from '../markup/document-parts.ts';
import { safeLink } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { clockIcon, documentIcon, topicIcon } from '../theme/icons.ts';
import { recentSearches } from './recent-searches.ts';

export type Suggestion =
  | { kind: 'recent'; input: string }
  | { kind: 'concept'; concept: SuggestedConcept }
  | {
      kind: 'document';
      document: RetrievedDocument;
      section: ResultSection | undefined;
      /** Path of its address, if another suggestion has the same title. */
      path: string | undefined;
    };

export const recentSuggestions = (configuration: number): Suggestion[] =>
  recentSearches(configuration).map((input) => ({ kind: 'recent', input }));

const MAX_DOCUMENTS = 3;

/** Of a document with another title, the first section whose heading matches. */
const sectionOf = ({ highlights, sections }: RetrievedDocument) =>
  highlights?.title[0] ? undefined : sections?.find((one) => one.highlights.heading[0] && safeLink(one.url));

/** `guide › carts` of `https://example.org/guide/carts/index.html`. */
function pathOf(link: string): string | undefined {
  const names =
    URL.parse(link)
      ?.pathname.replace(/(?:index)?\.\w+$/, '')
      .split('/') ?? [];
  return names.filter(Boolean).map(readable).join(' › ') || undefined;
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Concepts first; documents only if the current response belongs to the typed text. */
export function suggestionsFor(
  concepts: readonly SuggestedConcept[],
  { response, responseQuery }: SearchStore,
  typed: string,
): Suggestion[] {
  const documents = responseQuery?.input === typed ? response!.result.slice(0, MAX_DOCUMENTS) : [];
  const titles = documents.map(titleOf);
  const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
  return [
    ...concepts.map((concept) => ({ kind: 'concept' as const, concept })),
    ...documents.map((document, index) => ({
      kind: 'document' as const,
      document,
      section: sectionOf(document),
      path: isShared(titles[index]!) ? pathOf(document.link) : undefined,
    })),
  ];
}

const groups = [
  ['recent', 'recent', clockIcon],
  ['concept', 'concepts', topicIcon],
  ['document', 'documents', documentIcon],
] as const;

interface PanelView {
  /** Index of the active suggestion; −1 for none. */
  active: number;
  locale: Locale;
  /** Set in the palette, which grows with the list; elsewhere the list covers the page. */
  popular: Suggestion[] | undefined;
  select(event: Event): void;
  clearRecent(): void;
  focusLeave(event: FocusEvent): void;
}

/** Browsers with CSS anchor positioning show the list in the top layer, where no element of the page clips it. */
const hasAnchors = globalThis.CSS?.supports('anchor-name: --a');

/** Always rendered, because `aria-controls` of the input refers to it; hidden if there are no suggestions. */
export function suggestionListbox(suggestions: readonly Suggestion[], view: PanelView): TemplateResult {
  const { locale, popular, select, clearRecent, focusLeave } = view;
  return html`<div class="panel floating" part="suggestions" popover=${hasAnchors && !popular ? 'manual' : nothing} ?hidden=${!suggestions.length} @mousedown=${(event: Event) => event.preventDefault()}>
    <div id="suggestions" role="listbox" aria-label=${locale.text('suggestions')} @click=${select}>${suggestionRows(suggestions, view)}</div>
    ${
      suggestions[0]?.kind === 'recent'
        ? html`<p class="private"><span class="muted">${locale.text('recentPrivate')}</span>
            <button class="plain" type="button" @click=${clearRecent} @blur=${focusLeave}>${locale.text('forgetRecent')}</button></p>`
        : nothing
    }
  </div>`;
}

function suggestionRows(suggestions: readonly Suggestion[], { active, locale }: PanelView): TemplateResult[] {
  return groups.flatMap(([kind, key, icon]) => {
    const rows = suggestions.flatMap((suggestion, index) =>
      suggestion.kind === kind
        ? [
            html`<li
              role="option"
              id="option-${index}"
              part="suggestion"
              class="option"
              data-index=${index}
              aria-selected=${index === active}
            >${imageOf(suggestion) ?? icon}<span class="words"><bdi>${labelOf(suggestion, locale)}</bdi></span>${countOf(suggestion, locale)}</li>`,
          ]
        : [],
    );
    return rows.length
      ? [
          html`<ul role="group" aria-labelledby="group-${kind}">
            <li role="presentation" class="group" id="group-${kind}">${locale.text(key)}</li>
            ${rows}
          </ul>`,
        ]
      : [];
  });
}

const within = (context: string | null, locale: Locale) =>
  context ? html` <span class="muted context">${locale.text('within', { context })}</span>` : nothing;

const imageOf = (suggestion: Suggestion) =>
  suggestion.kind === 'document' ? thumbnail(suggestion.document) : undefined;

function labelOf(suggestion: Suggestion, locale: Locale) {
  if (suggestion.kind === 'recent') return suggestion.input;
  if (suggestion.kind === 'document') {
    const { document, section, path } = suggestion;
    const title = titleOf(document);
    const words = section
      ? [bold(section.heading, section.highlights.heading), within(title, locale)]
      : bold(title, document.highlights?.title);
    return path ? [words, html` <span class="muted context">${path}</span>`] : words;
  }
  const { label, matchingLabel, matches, context } = suggestion.concept;
  const words =
    matchingLabel === label
      ? bold(label, matches)
      : html`${label} <span class="muted">${highlightSpans(locale.text('matches', { label: matchingLabel }), shiftSpans(locale, matchingLabel, matches), strong)}</span>`;
  return [words, within(context, locale)];
}

const countOf = (suggestion: Suggestion, locale: Locale) =>
  suggestion.kind === 'concept' ? documentCount(suggestion.concept.count, locale) : nothing;

const strong = (part: string): TemplateResult => html`<b>${part}</b>`;
const bold = (text: string, spans: SuggestedConcept['matches'] | undefined) =>
  highlightSpans(text, spans, strong);

/** The spans of the synonym, moved to its position in the translated phrase. */
function shiftSpans(locale: Locale, label: string, matches: SuggestedConcept['matches']) {
  const offset = locale.text('matches', { label }).indexOf(label);
  return matches.map(({ begin, end }) => ({ begin: begin + offset, end: end + offset }));
}
