/** Filter drawer: modal dialog with the filters on narrow pages (lazy). */
import { css, html } from 'lit';
import { ignoreSecondClick, isBackdropClick, trackPointerdown } from '../markup/user-input.ts';
import { closeIcon } from '../theme/icons.ts';
import { historyState, writeHistory } from '../url-state/history-entry.ts';
import { drawerMember } from '../url-state/url-sync.ts';
import type { PageView } from './page-body.ts';

/** The closed drawer; `renderFilters` renders its content. */
export function filterDrawer(view: PageView, renderFilters: () => unknown) {
  const { store, locale, headingLevel, liveRegion } = view;
  const close = ({ currentTarget }: Event) => (currentTarget as Element).closest('dialog')!.close();
  return html`<dialog class="side drawer" part="filters" aria-labelledby="drawer-title" @pointerdown=${trackPointerdown} @click=${(event: Event) => isBackdropClick(event) && close(event)}>
    <div class="drawer-head">
      <h2 id="drawer-title" aria-level=${headingLevel}>${locale.text('filters')}</h2>
      <button class="square" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
    </div>
    <div class="drawer-body">${renderFilters()}</div>
    <div class="drawer-foot">
      <button class="button primary" type="button" @click=${close}>${locale.text('showResults', { count: store.response?.total ?? 0 })}</button>
    </div>
    ${liveRegion}
  </dialog>`;
}

/**
 * Opens the drawer in its own history entry, which filter changes replace. Back closes the drawer and keeps the
 * filters; the next Back removes them. Without URL sync, `currentUrl` returns undefined.
 */
export function openFilterDrawer(dialog: HTMLDialogElement, currentUrl: () => string | undefined): void {
  if (dialog.open) return;
  ignoreSecondClick();
  dialog.showModal();
  const urlAtOpening = currentUrl();
  if (!urlAtOpening) return;
  if (!writeHistory('pushState', { ...historyState(), [drawerMember]: true })) return;
  const listening = new AbortController();
  // The entry stays in the history if it has other filters than the entry before it.
  const removeMark = () => {
    const { [drawerMember]: _, ...state } = historyState();
    writeHistory('replaceState', state);
  };
  const handleBack = () => {
    listening.abort();
    if (!dialog.isConnected) return;
    dialog.close();
    if (currentUrl() === urlAtOpening) return;
    // Returns to the entry with the chosen filters, from which the visitor went back to close the drawer.
    addEventListener('popstate', removeMark, { once: true });
    history.forward();
  };
  const handleClose = () => {
    listening.abort();
    // The page itself has changed the entry.
    if (!historyState()[drawerMember]) return;
    if (currentUrl() === urlAtOpening) history.back();
    else removeMark();
  };
  addEventListener('popstate', handleBack, { signal: listening.signal });
  dialog.addEventListener('close', handleClose, { signal: listening.signal });
}

export const styles = css`
  .drawer {
    inline-size: min(26rem, 100vw);
    max-inline-size: none;
    block-size: 100dvh;
    max-block-size: none;
    margin: 0;
    margin-inline-start: auto;
    padding: 0;
    border: 0;
    border-radius: 0;
    overflow: hidden;
    overscroll-behavior: contain;
  }
  .drawer[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    animation: slide 160ms ease-out;
  }
  .drawer::backdrop {
    overflow: hidden;
    overscroll-behavior: contain;
    background: rgb(0 0 0 / 0.4);
  }
  @keyframes slide {
    from {
      opacity: 0;
      transform: translateY(12px);
    }
  }
  :is(.drawer-head, .drawer-foot) {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: var(--s12) var(--s16);
  }
  /* Aligns the icon, not its padding, with the edge. */
  .drawer-head .square {
    margin-inline-end: calc(-1 * var(--s12));
  }
  .drawer-foot .button {
    inline-size: 100%;
    min-block-size: 44px;
  }
  /* The scroll container, even for visually hidden content; the page behind it does not scroll. */
  .drawer-body {
    position: relative;
    overflow: auto;
    overscroll-behavior: contain;
    padding: var(--s8) var(--s16);
    border-block: 1px solid var(--line);
  }
  .drawer-body > .plain {
    margin-block-start: var(--s12);
  }
  /* In low windows, head and foot scroll with the list, because they would take most of the height. */
  @media (height < 22em) {
    .drawer[open] {
      display: block;
      overflow: auto;
    }
    .drawer-body {
      overflow: visible;
    }
  }
  @container (width < 16em) {
    :is(.drawer-head, .drawer-body, .drawer-foot) {
      padding: var(--s8);
    }
  }
`;
