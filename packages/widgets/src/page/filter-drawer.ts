/** Filter drawer: modal dialog with the filters on narrow pages (lazy). */
import '../locale/languages/en-later.ts';
import { html } from 'lit';
import { closeIcon } from '../theme/icons.ts';
import { isBackdropClick, trackPointerdown } from './backdrop-click.ts';
import type { PageView } from './page-body.ts';

export { openFilterDrawer } from './filter-drawer-history.ts';

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
