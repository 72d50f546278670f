/** Filter drawer: modal dialog with the filters on narrow pages (lazy). */
import { html } from 'lit';
import { isBackdropClick, trackPointerdown } from '../events.ts';
import { closeIcon } from '../theme/icons.ts';
import { historyState, writeHistory } from '../url-state/history-entry.ts';
import { overlayMember } from '../url-state/url-sync.ts';
import type { PageView } from './page-body.ts';

export { filterDrawerStyles as styles } from './styles/filter-drawer-styles.ts';

export function filterDrawer(
  { store, locale, titleLevel, filterDrawer: find }: PageView,
  filters: () => unknown,
) {
  const close = () => find()?.close();
  const closeOnBackdropClick = (event: Event) => isBackdropClick(event) && close();
  return html`<dialog class="side sheet" part="filters" aria-labelledby="sheet-title" @pointerdown=${trackPointerdown} @click=${closeOnBackdropClick}>
    <div class="sheet-head">
      <h2 id="sheet-title" aria-level=${titleLevel + 1}>${locale.text('filters')}</h2>
      <button class="square" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
    </div>
    <div class="sheet-body">${filters()}</div>
    <div class="sheet-foot">
      <button class="button primary" type="button" @click=${close}>${locale.text('showResults', { count: store.response?.total ?? 0 })}</button>
    </div>
  </dialog>`;
}

/**
 * Opens the drawer in its own history entry, which filter changes replace. Back closes the drawer and keeps the
 * filters; the next Back removes them. `currentUrl` returns the current URL of the search; undefined if URL sync is
 * disabled.
 */
export function openFilterDrawer(dialog: HTMLDialogElement, currentUrl: () => string | undefined): void {
  if (dialog.open) return;
  dialog.showModal();
  if (!currentUrl()) return;
  const before = currentUrl();
  if (!writeHistory('pushState', { ...historyState(), [overlayMember]: true })) return;
  const end = () => {
    removeEventListener('popstate', back);
    dialog.removeEventListener('close', closed);
  };
  /** Turns the entry of the drawer into an ordinary one. */
  const uncover = () => {
    const { [overlayMember]: _, ...state } = historyState();
    writeHistory('replaceState', state);
  };
  const back = () => {
    end();
    if (!dialog.isConnected) return;
    dialog.close();
    if (currentUrl() === before) return;
    addEventListener('popstate', uncover, { once: true });
    history.forward();
  };
  const closed = () => {
    end();
    if (!historyState()[overlayMember]) return;
    if (currentUrl() !== before) return uncover();
    history.back();
  };
  addEventListener('popstate', back);
  dialog.addEventListener('close', closed);
}
