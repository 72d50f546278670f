/** History entry of the filter drawer, so that Back closes it. */

import { historyState } from '../url-state/history-state.ts';
import { covering } from '../url-state/url-sync.ts';

/**
 * Opens the drawer in its own history entry, which filter changes replace. Back closes the drawer and keeps the
 * filters; the next Back removes them. `address` returns the current URL of the search; undefined if URL sync is
 * disabled.
 */
export function openFilterDrawer(dialog: HTMLDialogElement, address: () => string | undefined): void {
  if (dialog.open) return;
  dialog.showModal();
  if (!address()) return;
  const before = address();
  history.pushState({ ...historyState(), [covering]: true }, '');
  const end = () => {
    removeEventListener('popstate', back);
    dialog.removeEventListener('close', closed);
  };
  /** Turns the entry of the drawer into an ordinary one. */
  const uncover = () => {
    const { [covering]: _, ...state } = historyState();
    history.replaceState(state, '');
  };
  const back = () => {
    end();
    if (!dialog.isConnected) return;
    dialog.close();
    if (address() === before) return;
    addEventListener('popstate', uncover, { once: true });
    history.forward();
  };
  const closed = () => {
    end();
    if (!historyState()[covering]) return;
    if (address() !== before) return uncover();
    history.back();
  };
  addEventListener('popstate', back);
  dialog.addEventListener('close', closed);
}
