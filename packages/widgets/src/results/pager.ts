/** Pager: previous, next and neighboring pages, as links if they have URLs. */
import { html, nothing, type TemplateResult } from 'lit';
import { opensElsewhere } from '../markup/user-input.ts';
import type { ResultsView } from './view-model.ts';

/** Adjacent page numbers that are shown, with the current one in their middle. */
const WINDOW_SIZE = 5;

/** The page numbers to show, 1-based: the first, the last, and a window around the current one; 0 is a gap. */
export function pageNumbers(current: number, pageCount: number): number[] {
  const first = Math.max(1, Math.min(current - Math.floor(WINDOW_SIZE / 2), pageCount - WINDOW_SIZE + 1));
  const nearPages = Array.from({ length: WINDOW_SIZE }, (_, index) => first + index);
  const pages = [...new Set([1, ...nearPages.filter((page) => page <= pageCount), pageCount])];
  return pages.flatMap((page, index) => {
    const previous = pages[index - 1] ?? page - 1;
    // A gap of one page has space for its number.
    if (page - previous === 2) return [page - 1, page];
    return page - previous > 2 ? [0, page] : [page];
  });
}

export function pager(view: ResultsView): TemplateResult | typeof nothing {
  const { store, settings, locale, goTo } = view;
  if (store.accumulates) return moreButton(view);
  const { itemsPerPage } = settings.result;
  const pageCount = Math.ceil((store.response?.total ?? 0) / itemsPerPage);
  if (pageCount < 2) return nothing;
  const current = Math.floor((store.responseQuery?.start ?? 0) / itemsPerPage) + 1;
  const startOf = (page: number) => (page - 1) * itemsPerPage;
  const link = (page: number, text: string, label?: string) => {
    const href = view.pageUrl(startOf(page));
    const handleClick = (event: MouseEvent) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      goTo(startOf(page));
    };
    return html`<a class=${label ? 'number' : 'button'} @click=${handleClick}
      href=${href ?? nothing} role=${href ? nothing : 'button'} tabindex="0"
      aria-label=${label ?? nothing} aria-current=${page === current ? 'page' : nothing}>${text}</a>`;
  };
  return html`<nav class="pager" part="pager" aria-label=${locale.text('pages')}>
    ${current > 1 ? link(current - 1, locale.text('previous')) : nothing}
    <ol>
      ${pageNumbers(current, pageCount).map((page) =>
        page
          ? html`<li>${link(page, locale.number(page), locale.text('page', { page }))}</li>`
          : html`<li aria-hidden="true">…</li>`,
      )}
    </ol>
    ${current < pageCount ? link(current + 1, locale.text('next')) : nothing}
  </nav>`;
}

function moreButton({ store, locale, goTo }: ResultsView) {
  const { result, total } = store.response!;
  const shownCount = result.length;
  if (shownCount >= total) return nothing;
  return html`<div class="pager" part="pager">
    <button class="button" type="button" aria-disabled=${store.request !== undefined} @click=${() => store.request || goTo(shownCount)}>
      ${locale.text('loadMore')} <span class="muted">${locale.number(shownCount)} / ${locale.number(total)}</span>
    </button>
  </div>`;
}
