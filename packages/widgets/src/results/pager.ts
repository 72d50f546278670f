/** Pager: previous, next and neighboring pages, as links if they have URLs. */
import { html, nothing, type TemplateResult } from 'lit';
import { opensElsewhere } from '../events.ts';
import type { ResultsView } from './view-model.ts';

/** The page numbers to show, 1-based: the first, the last, the current one and its neighbors; 0 is a gap. */
export function pageNumbers(current: number, last: number): number[] {
  const shown = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(shown)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const previous = pages[index - 1] ?? page - 1;
    if (page - previous === 2) return [page - 1, page];
    return page - previous > 2 ? [0, page] : [page];
  });
}

export function pager(view: ResultsView, goTo: (start: number) => void): TemplateResult | typeof nothing {
  const { store, settings, locale } = view;
  const { itemsPerPage } = settings.result;
  const total = store.response?.total ?? 0;
  const last = Math.ceil(total / itemsPerPage);
  if (store.accumulates) return moreButton(view, goTo);
  if (last < 2) return nothing;
  const current = Math.floor((store.responseQuery?.start ?? 0) / itemsPerPage) + 1;
  const startOf = (page: number) => (page - 1) * itemsPerPage;
  const link = (page: number, text: string, label?: string) => {
    const href = view.pageUrl(startOf(page));
    return html`<a
      class=${label ? 'number' : 'button'}
      href=${href ?? nothing}
      role=${href ? nothing : 'button'}
      tabindex="0"
      aria-label=${label ?? nothing}
      aria-current=${page === current ? 'page' : nothing}
      @click=${(event: MouseEvent) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        goTo(startOf(page));
      }}
    >${text}</a>`;
  };
  const step = (page: number, text: string) =>
    page < 1 || page > last
      ? html`<a class="button" role="link" aria-disabled="true">${text}</a>`
      : link(page, text);
  return html`<nav class="pager" part="pager" aria-label=${locale.text('pages')}>
    ${step(current - 1, locale.text('previous'))}
    <ol>
      ${pageNumbers(current, last).map((page) =>
        page
          ? html`<li>${link(page, locale.number(page), locale.text('page', { page }))}</li>`
          : html`<li aria-hidden="true">…</li>`,
      )}
    </ol>
    ${step(current + 1, locale.text('next'))}
  </nav>`;
}

function moreButton({ store, locale }: ResultsView, goTo: (start: number) => void) {
  const shown = store.response!.result.length;
  const total = store.response!.total;
  if (shown >= total) return nothing;
  return html`<div class="pager" part="pager">
    <button class="button" type="button" aria-disabled=${store.pending} @click=${() => store.pending || goTo(shown)}>
      ${locale.text('loadMore')} <span class="muted">${locale.number(shown)} / ${locale.number(total)}</span>
    </button>
  </div>`;
}
