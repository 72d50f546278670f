/** First paint: content below the header until the page and configuration have loaded. */
import { html, nothing, type TemplateResult } from 'lit';
import { columnSkeleton, skeleton } from './skeleton.ts';

/** Skeleton of the page, with `notice` above the results. */
export const initialBody = (
  narrow: boolean,
  notice: unknown,
): TemplateResult => html`<div class="body ${narrow ? '' : 'side-before begun'}">
  ${narrow ? nothing : html`<div class="side"><div class="filters">${columnSkeleton()}</div></div>`}
  <div class="main">${notice}${skeleton(4)}</div>
</div>`;
