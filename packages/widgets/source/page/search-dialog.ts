/** The search page as a dialog: a button that looks like a search field, and the page it opens. */
import { css, html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { closeIcon, searchIcon } from '../theme/icons.ts';

interface DialogView {
  locale: Locale;
  title: string;
  /** Shows the shortcut that opens it. */
  hasShortcut: boolean;
  open(): void;
  closed(): void;
}

export function searchDialog(view: DialogView, page: unknown): TemplateResult {
  const { locale, title } = view;
  const close = (event: Event) => (event.currentTarget as HTMLElement).closest('dialog')!.close();
  const closeBeside = (event: Event) => event.target === event.currentTarget && close(event);
  return html`<button class="opener" part="opener" type="button" aria-haspopup="dialog" @click=${view.open}>
      ${searchIcon}<span>${locale.text('search')}</span>${view.hasShortcut ? html`<kbd aria-hidden="true">${isApple() ? '⌘ K' : 'Ctrl K'}</kbd>` : ''}
    </button>
    <dialog class="modal" part="dialog" aria-label=${title || locale.text('search')} @close=${view.closed} @click=${closeBeside}>
      <button class="square leave" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
      ${page}
    </dialog>`;
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

export const searchDialogStyles = css`
  :host([mode='dialog']) {
    display: inline-block;
    min-block-size: 0;
    container-type: normal;
    vertical-align: middle;
  }
  .opener {
    display: inline-flex;
    align-items: center;
    gap: var(--s8);
    min-block-size: max(40px, var(--target));
    min-inline-size: min(14em, 100%);
    padding: var(--s4) var(--s12);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--muted);
    cursor: pointer;
  }
  .opener:hover {
    background: var(--hover);
  }
  .opener > span {
    flex: 1;
    text-align: start;
  }
  kbd {
    padding: 0 0.4em;
    border: 1px solid var(--line);
    border-radius: var(--control-radius);
    font: inherit;
    font-size: var(--f12);
  }
  .modal {
    inline-size: min(72em, 100vw - 2 * var(--s32));
    max-inline-size: none;
    block-size: min(54em, 100dvh - 2 * var(--s32));
    max-block-size: none;
    padding: 0;
    border: 0;
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    container-type: inline-size;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .modal::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .modal .page {
    min-block-size: 100%;
  }
  .leave {
    position: absolute;
    inset-block-start: var(--s24);
    inset-inline-end: var(--s16);
    z-index: 1;
    border: 1px solid var(--line);
    background: var(--surface);
  }
  .modal .navbar {
    padding-inline-end: calc(var(--target) + var(--s32));
  }
  @media (max-width: 40em) {
    .modal {
      inline-size: 100vw;
      block-size: 100dvh;
      border-radius: 0;
    }
  }
`;
