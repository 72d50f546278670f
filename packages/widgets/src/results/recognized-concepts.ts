/** Recognized concepts ("also showing"), with opt-out, and "did you mean". */
import type { UnderstoodConcept } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { ResultsView } from './view-model.ts';

/** Added labels shown before "and 7 more". */
const MAX_VISIBLE_LABELS = 3;

export function recognizedConcepts(view: ResultsView): TemplateResult | typeof nothing {
  const { store } = view;
  if (store.responseQuery?.input !== store.query.input) return nothing;
  const expansions = (store.response?.query.concepts ?? []).flatMap((concept) => {
    const labels = distinct(concept.matchingLabel, concept.alsoSearched);
    return labels.length ? [expansion(concept, labels, view)] : [];
  });
  return expansions.length ? html`<div class="understood" part="understood">${expansions}</div>` : nothing;
}

/** `labels` without those that differ from `word` or an earlier label only in case. */
export function distinct(word: string, labels: readonly string[]): string[] {
  const result = [word];
  for (const label of labels)
    if (!result.some((one) => one.toLowerCase() === label.toLowerCase())) result.push(label);
  return result.slice(1);
}

function expansion(
  concept: UnderstoodConcept,
  labels: readonly string[],
  { store, locale }: ResultsView,
): TemplateResult {
  const { begin, end } = concept;
  const { query, response } = store;
  const { input } = query;
  // Quoted words match exactly, without synonyms or narrower concepts. The query has fewer results, unless the service
  // relaxes it; the current total is the upper limit.
  const searchExactly = () =>
    store.change(
      { input: `${input.slice(0, begin)}"${input.slice(begin, end)}"${input.slice(end)}` },
      response!.total,
    );
  const rest = labels.slice(MAX_VISIBLE_LABELS);
  return html`<div class="added">${locale.text('understood')} ${joined(labels.slice(0, MAX_VISIBLE_LABELS))} ${
    rest.length
      ? html`<details><summary>${locale.text('narrower', { count: rest.length })}</summary>${joined(rest)}</details>`
      : nothing
  }</div>
    <button class="plain remove" type="button" @click=${searchExactly}>${locale.text('exactly', { label: input.slice(begin, end) })}</button>`;
}

/** Separated by a middle dot, because labels can contain commas. */
const joined = (labels: readonly string[]) =>
  labels.map((label, index) => html`${index ? ' · ' : nothing}<em>${label}</em>`);

export function didYouMean({ store, locale, change }: ResultsView): TemplateResult | typeof nothing {
  const { suggestion } = store.response ?? {};
  return suggestion
    ? html`<p class="did-you-mean" part="did-you-mean">
        ${locale.text('didYouMean')}
        <button class="plain" type="button" @click=${() => change({ input: suggestion })}>${suggestion}</button>
      </p>`
    : nothing;
}
