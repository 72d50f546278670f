/** History entry of the filter drawer, so that Back closes it. */

import { stateOfPage } from '../url-state/history-state.ts';
import { covering } from '../url-state/url-sync.ts';

/**
 * Opens it in an entry of the history of its own, which what is chosen in it replaces. Back closes it and keeps what was
 * chosen; the next Back takes that away. `address` is that of the search as it is; undefined where the page's address is
 * left alone.
 */
export function openSheet(dialog: HTMLDialogElement, address: () => string | undefined): void {
  if (dialog.open) return;
  dialog.showModal();
  if (!address()) return;
  const before = address();
  history.pushState({ ...stateOfPage(), [covering]: true }, '');
  const end = () => {
    removeEventListener('popstate', back);
    dialog.removeEventListener('close', closed);
  };
  /** The entry with the filters is one as any other from now on. */
  const uncover = () => {
    const { [covering]: _, ...state } = stateOfPage();
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
    if (!stateOfPage()[covering]) return;
    if (address() !== before) return uncover();
    history.back();
  };
  addEventListener('popstate', back);
  dialog.addEventListener('close', closed);
}
