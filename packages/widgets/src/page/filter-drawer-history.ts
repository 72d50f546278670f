/** History entry of the filter drawer, so that Back closes it. */

import { historyState, writeHistory } from '../url-state/history-entry.ts';
import { overlayMember } from '../url-state/url-sync.ts';

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
