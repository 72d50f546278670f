/** Loading skeletons of the page, the results and the filters. */
import { css, html, nothing, type TemplateResult } from 'lit';

/** Skeleton of the results, with pictures if `asImages` is set. CSS delays it, so that a fast response does not flicker. */
export function skeleton({ asImages = false } = {}): TemplateResult {
  return html`<ul class="list waiting ${asImages ? 'cards' : ''}" aria-hidden="true">
    ${[0, 1, 2, 3].map(
      () => html`<li><div class="result">
      ${asImages ? html`<div class="picture skeleton"></div>` : nothing}
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

/** Body of the page before its data has loaded, with `notice` above the skeleton of the results. */
export const initialBody = ({ isNarrow, notice }: { isNarrow: boolean; notice: unknown }): TemplateResult =>
  html`<div class="body ${isNarrow ? '' : 'side-before'}">
    ${isNarrow ? nothing : html`<div class="side"><div class="filters">${columnSkeleton()}</div></div>`}
    <div class="main">${notice}${skeleton()}</div>
  </div>`;

/** Placeholder lines, for the page and for elements in it. */
const lineStyles = css`
  .skeleton {
    border-radius: var(--control-radius);
    background: var(--skeleton);
  }
  .skeleton:where(:not(.picture)) {
    block-size: 0.8em;
    margin-block: 0.6em;
  }
  .short {
    inline-size: 54%;
  }
`;

/** Styles of the page with the layout of its results, which the skeleton has too. */
export const skeletonStyles = css`
  /* The delay is on the page, which persists: a new skeleton would start the delay again. */
  .page {
    animation: wait 200ms step-end;
  }
  /* Several columns on wide pages. */
  .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(42em, 100%), 1fr));
    column-gap: var(--s32);
    margin-block-start: var(--s8);
    transition: opacity 150ms;
  }
  /* As high as its row, so that the lines of several columns match. */
  .result {
    display: flow-root;
    block-size: 100%;
    padding-block: var(--s16);
    border-block-end: 1px solid var(--line);
  }
  .waiting {
    visibility: var(--waiting);
  }
  ${lineStyles}
  .line-title {
    inline-size: 62%;
  }
  .line-facts {
    inline-size: 28%;
  }
  .line {
    max-inline-size: 44rem;
  }
  @keyframes wait {
    from {
      --waiting: hidden;
    }
  }
  .side .skeleton {
    margin-block: var(--s12);
  }
`;

/** Styles of the other elements, whose lines appear if their content takes long. */
export const skeletonLineStyles = css`
  ${lineStyles}
  .waiting {
    animation: wait 200ms step-end;
  }
  @keyframes wait {
    from {
      visibility: hidden;
    }
  }
`;
