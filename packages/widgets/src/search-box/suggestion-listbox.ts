/** Suggestion listbox: options below the search box, in one group for each kind. */
import type { SuggestedConcept } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { documentCount, highlightSpans, thumbnail, titleOf } from '../markup/document-parts.ts';
import { clockIcon, documentIcon, searchIcon, topicIcon } from '../theme/icons.ts';
import type { Suggestion } from './suggestions.ts';

/** Name and icon of the suggestions of one kind. */
const groups = {
  recent: { name: 'recent', icon: clockIcon },
  popular: { name: 'suggestions', icon: searchIcon },
  concept: { name: 'concepts', icon: topicIcon },
  document: { name: 'documents', icon: documentIcon },
} as const;

interface ListboxView {
  /** Index of the active suggestion; −1 for none. */
  active: number;
  locale: Locale;
  /** Set in the palette, which grows with the list; elsewhere the list covers the page. */
  popular: Suggestion[] | undefined;
  select(event: MouseEvent): void;
  clearRecent(): void;
  focusLeave(event: FocusEvent): void;
}

/** Browsers with CSS anchor positioning show the list in the top layer, where no element of the page clips it. */
const supportsAnchors = globalThis.CSS?.supports('anchor-name: --a');

/** Always rendered, because `aria-controls` of the input refers to it; hidden if there are no suggestions. */
export function suggestionListbox(suggestions: readonly Suggestion[], view: ListboxView): TemplateResult {
  const { locale, popular, select, clearRecent, focusLeave } = view;
  return html`<div class="panel floating" part="suggestions" popover=${supportsAnchors && !popular ? 'manual' : nothing} ?hidden=${!suggestions.length} @mousedown=${(event: Event) => event.preventDefault()}>
    <div id="suggestions" role="listbox" aria-label=${locale.text('suggestions')} @click=${select} @auxclick=${select}>${suggestionGroups(suggestions, view)}</div>
    ${
      suggestions[0]?.kind === 'recent'
        ? html`<p class="private"><span class="muted">${locale.text('recentPrivate')}</span>
            <button class="plain" type="button" @click=${clearRecent} @blur=${focusLeave}>${locale.text('forgetRecent')}</button></p>`
        : nothing
    }
  </div>`;
}

/** Groups the suggestions by kind; each group has a heading. */
function suggestionGroups(suggestions: readonly Suggestion[], view: ListboxView): TemplateResult[] {
  const rows = suggestions.map((suggestion, index) => ({ suggestion, index }));
  return [...Map.groupBy(rows, ({ suggestion }) => suggestion.kind)].map(
    ([kind, group]) => html`<ul role="group" aria-labelledby="group-${kind}">
      <li role="presentation" class="group" id="group-${kind}">${view.locale.text(groups[kind].name)}</li>
      ${group.map(({ suggestion, index }) => option(suggestion, index, view))}
    </ul>`,
  );
}

function option(suggestion: Suggestion, index: number, { active, locale }: ListboxView): TemplateResult {
  const { kind } = suggestion;
  const image = kind === 'document' ? thumbnail(suggestion.document) : undefined;
  return html`<li id="option-${index}" class="option" part="suggestion" role="option" aria-selected=${index === active}
    data-index=${index} data-suggested=${kind === 'document' ? suggestion.document.id : nothing}
  >${image ?? groups[kind].icon}<span class="words"><bdi>${labelOf(suggestion, locale)}</bdi></span>${kind === 'concept' ? documentCount(suggestion.concept.count, locale) : nothing}</li>`;
}

const contextHint = (context: string | null, locale: Locale) =>
  context ? html` <span class="muted context">${locale.text('within', { context })}</span>` : nothing;

function labelOf(suggestion: Suggestion, locale: Locale) {
  if ('input' in suggestion) return suggestion.input;
  if (suggestion.kind === 'document') {
    const { document, section, path } = suggestion;
    const title = titleOf(document);
    const heading = section
      ? [withBoldSpans(section.heading, section.highlights.heading), contextHint(title, locale)]
      : withBoldSpans(title, document.highlights?.title);
    return path ? [heading, html` <span class="muted context">${path}</span>`] : heading;
  }
  const { label, matchingLabel, matches, context } = suggestion.concept;
  const matched = withBoldSpans(matchingLabel, matches);
  if (matchingLabel === label) return [matched, contextHint(context, locale)];
  // The synonym takes the place of the label in the translated phrase.
  const [before, after] = locale.text('matches', { label: '\n' }).split('\n');
  const synonym = html` <span class="muted">${before}<bdi>${matched}</bdi>${after}</span>`;
  return [label, synonym, contextHint(context, locale)];
}

const withBoldSpans = (text: string, spans: SuggestedConcept['matches'] | undefined) =>
  highlightSpans(text, spans, (part) => html`<b>${part}</b>`);
