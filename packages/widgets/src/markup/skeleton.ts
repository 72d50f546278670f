/** Loading skeleton of the results. */
import { html, nothing, type TemplateResult } from 'lit';

/** CSS delays its display, so that a fast response does not flicker. */
export function skeleton(count: number, cards = false): TemplateResult {
  return html`<ul class="list waiting ${cards ? 'cards' : ''}" aria-hidden="true">
    ${Array.from(
      { length: count },
      () => html`<li><div class="result">
      ${cards ? html`<div class="picture skeleton"></div>` : nothing}
      <div class="skeleton line-title"></div><div class="skeleton line-facts"></div>
      <div class="skeleton line"></div><div class="skeleton line short"></div>
    </div></li>`,
    )}
  </ul>`;
}

/** Skeleton of the filter column. */
export const columnSkeleton = (): TemplateResult => html`<div class="waiting" aria-hidden="true">
  ${[0, 1, 2].map(() => html`<div class="skeleton line-title"></div>${[0, 1, 2, 3].map(() => html`<div class="skeleton"></div>`)}`)}
</div>`;
