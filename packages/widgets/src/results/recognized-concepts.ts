/** Recognized concepts ("also showing"), with opt-out, and "did you mean". */
import type { UnderstoodConcept } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { ResultsView } from './view-model.ts';

/** Added words shown before "and 7 more". */
const few = 3;

export function recognizedConcepts(view: ResultsView): TemplateResult | typeof nothing {
  const { store } = view;
  if (store.responseQuery?.input !== store.query.input) return nothing;
  const widened = (store.response?.query.concepts ?? []).flatMap((concept) => {
    const words = distinct(concept.matchingLabel, concept.alsoSearched);
    return words.length ? [added(concept, words, view)] : [];
  });
  return widened.length ? html`<div class="understood" part="understood">${widened}</div>` : nothing;
}

/** Without what differs from a former one, or from the word itself, only in case. */
export function distinct(word: string, others: readonly string[]): string[] {
  const shown = [word];
  for (const other of others)
    if (!shown.some((one) => one.toLowerCase() === other.toLowerCase())) shown.push(other);
  return shown.slice(1);
}

function added(
  concept: UnderstoodConcept,
  words: readonly string[],
  { store, locale }: ResultsView,
): TemplateResult {
  const { begin, end } = concept;
  const { query, response } = store;
  const { input } = query;
  // Words in quotes are searched as they stand, without synonyms or narrower concepts. That finds less, unless the
  // service then makes do with some of the words.
  const exact = () =>
    store.change(
      { input: `${input.slice(0, begin)}"${input.slice(begin, end)}"${input.slice(end)}` },
      response!.total,
    );
  const rest = words.slice(few);
  return html`<div class="added">${locale.text('understood')} ${listed(words.slice(0, few))} ${
    rest.length
      ? html`<details><summary>${locale.text('narrower', { count: rest.length })}</summary>${listed(rest)}</details>`
      : nothing
  }</div>
    <button class="plain remove" type="button" @click=${exact}>${locale.text('exactly', { label: input.slice(begin, end) })}</button>`;
}

/** Labels have commas of their own: a point tells them apart. */
const listed = (words: readonly string[]) =>
  words.map((word, index) => html`${index ? ' · ' : nothing}<em>${word}</em>`);

export function didYouMean({ store, locale, change }: ResultsView): TemplateResult | typeof nothing {
  const { suggestion } = store.response ?? {};
  return suggestion
    ? html`<p class="did-you-mean" part="did-you-mean">
        ${locale.text('didYouMean')}
        <button class="plain" type="button" @click=${() => change({ input: suggestion })}>${suggestion}</button>
      </p>`
    : nothing;
}
