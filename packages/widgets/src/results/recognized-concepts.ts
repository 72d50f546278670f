/** Line about the concepts in the query: spelling suggestion, added labels, search for the exact words. */
import type { Span } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { ResultsView } from './view-model.ts';

/** Added labels shown before "and 7 more". */
const MAX_VISIBLE_LABELS = 3;

type Label = string | TemplateResult;

export function recognizedConcepts(view: ResultsView): TemplateResult | typeof nothing {
  const { store, locale, change } = view;
  const { response, responseQuery } = store;
  if (!response) return nothing;
  const { input } = store.query;
  const { suggestion = '' } = response;
  // While the visitor types a new text, the response has concepts of the previous text.
  const concepts = responseQuery?.input === input ? response.query.concepts : [];
  const spans = withoutOverlaps(concepts);
  // If the results already match the corrected words, no "Did you mean" is needed: the correction is the first label.
  const isApplied = suggestion !== '' && differsOnlyWithin(spans, input, suggestion);
  const isOffered = suggestion !== '' && !isApplied;
  const correction = html`<button class="plain" type="button" @click=${() => change({ input: suggestion })}>${suggestion}</button>`;
  const matchingLabels = concepts.map(({ matchingLabel }) => matchingLabel);
  const addedLabels = concepts.flatMap(({ alsoSearched }) => alsoSearched);
  const labels: Label[] = isApplied
    ? [correction, ...distinct([suggestion], addedLabels)]
    : distinct(matchingLabels, addedLabels);
  if (!isOffered && !labels.length) return nothing;
  return html`<div class="fine understood">
    ${isOffered ? html`<span class="did-you-mean" part="did-you-mean">${locale.text('didYouMean')} ${correction}</span>` : nothing}
    ${labels.length ? html`<span part="understood">${alsoShowing(labels, view)} ${isOffered ? nothing : exactSearch(spans, view)}</span>` : nothing}
  </div>`;
}

/** `labels` without those that differ from one of `words` or from an earlier label only in case. */
export function distinct(words: readonly string[], labels: readonly string[]): string[] {
  const seen = new Set(words.map((word) => word.toLowerCase()));
  return labels.filter((label) => !seen.has(label.toLowerCase()) && seen.add(label.toLowerCase()));
}

/** The spans in order; of several concepts that share words, only one. */
function withoutOverlaps(spans: readonly Span[]): Span[] {
  const ordered = [...spans].sort((a, b) => a.begin - b.begin);
  return ordered.filter(({ begin }, index) => ordered.slice(0, index).every(({ end }) => end <= begin));
}

/** Whether the suggestion repeats all text outside the spans, so that only words of recognized concepts are corrected. */
function differsOnlyWithin(spans: readonly Span[], input: string, suggestion: string): boolean {
  const ends = [0, ...spans.map(({ end }) => end)];
  const textsBetween = ends.map((end, index) => input.slice(end, spans[index]?.begin).toLowerCase());
  const text = suggestion.toLowerCase();
  return (
    spans.length > 0 &&
    text.startsWith(textsBetween[0]!) &&
    text.endsWith(textsBetween.at(-1)!) &&
    textsBetween.every((part) => text.includes(part))
  );
}

function alsoShowing(labels: readonly Label[], { locale }: ResultsView): TemplateResult {
  const folded = labels.slice(MAX_VISIBLE_LABELS);
  return html`<span class="added">${locale.text('understood')} ${joined(labels.slice(0, MAX_VISIBLE_LABELS))} ${
    folded.length
      ? html`<details><summary>${locale.text('narrower', { count: folded.length })}</summary>${joined(folded)}</details>`
      : nothing
  }</span>`;
}

/** Quoted words match exactly, without synonyms or narrower concepts. */
function exactSearch(spans: readonly Span[], { store, locale }: ResultsView): TemplateResult {
  const { input } = store.query;
  const quoted = spans.reduceRight(
    (text, { begin, end }) => `${text.slice(0, begin)}"${text.slice(begin, end)}"${text.slice(end)}`,
    input,
  );
  // The query has fewer results, unless the service relaxes it; the current total is the upper limit.
  const searchExactly = () => store.change({ input: quoted }, store.response!.total);
  const label = spans.map(({ begin, end }) => input.slice(begin, end)).join(' ');
  return html`<button class="plain remove" type="button" @click=${searchExactly}>${locale.text('exactly', { label })}</button>`;
}

/** Separated by a middle dot, because labels can contain commas. */
const joined = (labels: readonly Label[]) =>
  labels.map((label, index) => html`${index ? ' · ' : nothing}<em>${label}</em>`);
