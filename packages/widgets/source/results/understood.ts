/** "Also showing": what the thesaurus added to the search, and a way to have only the words; and "did you mean". */
import type { UnderstoodConcept } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { closeIcon } from '../theme/icons.ts';
import type { ResultsView } from './results-view.ts';

/** Added words shown before "and 7 more". */
const few = 3;

export function understood(view: ResultsView): TemplateResult | typeof nothing {
  const { session, locale } = view;
  const widened = session.answer?.query.concepts.filter(({ alsoSearched }) => alsoSearched.length) ?? [];
  if (!widened.length || session.answered?.input !== session.question.input) return nothing;
  return html`<p class="understood" part="understood">
    ${locale.text('understood')}
    ${widened.map((concept) => added(concept, view))}
  </p>`;
}

function added(concept: UnderstoodConcept, { session, locale, change }: ResultsView): TemplateResult {
  const { alsoSearched, matchingLabel, begin, end } = concept;
  const { input } = session.question;
  // Words in quotes are searched as they stand, without synonyms or narrower concepts.
  const exact = () =>
    change({ input: `${input.slice(0, begin)}"${input.slice(begin, end)}"${input.slice(end)}` });
  const rest = alsoSearched.length - few;
  return html`<span class="added">
    <em title=${locale.list(alsoSearched)}>${rest > 0 ? locale.listed(alsoSearched.slice(0, few)) : locale.list(alsoSearched)}</em>${
      rest > 0 ? html` ${locale.text('narrower', { count: rest })}` : nothing
    }<button class="remove" type="button" aria-label=${locale.text('exactly', { label: matchingLabel })} title=${locale.text('exactly', { label: matchingLabel })} @click=${exact}>${closeIcon}</button>
  </span>`;
}

export function didYouMean({ session, locale, change }: ResultsView): TemplateResult | typeof nothing {
  const { suggestion } = session.answer ?? {};
  return suggestion
    ? html`<p class="did-you-mean" part="did-you-mean">
        ${locale.text('didYouMean')}
        <button class="plain" type="button" @click=${() => change({ input: suggestion })}>${suggestion}</button>
      </p>`
    : nothing;
}
