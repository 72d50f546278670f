/** Concept card: label, definition, broader concepts and a link to a search. */
import '../locale/languages/en-later.ts';
import type { DocumentConcept } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { closeIcon } from '../theme/icons.ts';

interface CardView {
  locale: Locale;
  level: number;
  close(): void;
  search(label: string): void;
}

export function conceptCard(
  concept: DocumentConcept,
  { locale, level, close, search }: CardView,
): TemplateResult {
  const { label, definition, broader } = concept;
  return html`<div class="card" part="concept-card" role="dialog" aria-labelledby="concept" tabindex="-1">
    <div class="card-head">
      <h3 id="concept" aria-level=${level}>${label}</h3>
      <button class="square" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
    </div>
    ${definition ? html`<p>${definition}</p>` : nothing}
    ${
      broader.length
        ? html`<p class="muted">${locale.text('pair', { name: locale.text('broader'), value: '' })}${locale.joinTemplates(
            broader.map(
              ({ label: wider }) =>
                html`<button class="plain" type="button" @click=${() => search(wider)}>${wider}</button>`,
            ),
          )}</p>`
        : nothing
    }
    <button class="button primary" type="button" @click=${() => search(label)}>${locale.text('searchForThis')}</button>
  </div>`;
}
