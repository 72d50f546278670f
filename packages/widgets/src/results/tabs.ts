/** Tabs above the results: radio buttons for the values of one facet; arrow keys switch between them. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { valueName } from '../facets/range-syntax.ts';
import { missingSelections, shownFacets, UNKNOWN_COUNT } from '../facets/shown-facets.ts';
import { documentCount } from '../markup/document-parts.ts';
import { checkboxStates } from '../store/checkbox-state.ts';
import { distinctSelections, facetKey, type SelectedValue, selectionOf } from '../store/facet-values.ts';
import type { ResultsView } from './view-model.ts';

/** Radio buttons rather than ARIA tabs: a tab shows another panel, and these filter one list. */
export function tabs({ store, settings, locale, change }: ResultsView): TemplateResult | typeof nothing {
  const { response } = store;
  const uri = settings.filter.tabs;
  const tabFacet = uri && response && shownFacets(store).find(({ setting }) => setting?.uri === uri);
  if (!tabFacet) return nothing;
  const { group, selected } = tabFacet;
  const { field, label, facets } = group;
  const values = [...facets, ...missingSelections(store, tabFacet, checkboxStates(group, selected))];
  // One value leaves nothing to choose.
  if (values.length < 2 && !selected.length) return nothing;
  const otherSelections = distinctSelections(store).filter((selection) => selection.field !== field);
  const selectedKeys = new Set(selected.map((value) => facetKey(field, value)));
  /** The tab of a value; without a selection, the tab of all values. */
  const tab = (title: string, count: number, selection?: SelectedValue) => {
    const isChosen = selection ? selectedKeys.has(facetKey(field, selection)) : !selected.length;
    const choose = () => change({ selectedFacets: [...otherSelections, ...(selection ? [selection] : [])] });
    return html`<label class="tab"
      ><input type="radio" name="tab" .checked=${isChosen} @change=${choose} /><bdi>${title}</bdi>
      ${count < 0 ? nothing : documentCount(count, locale)}</label
    >`;
  };
  // If a value is selected, the response has no total for all values.
  const total = selected.length ? UNKNOWN_COUNT : response.total;
  return html`<div class="tabs" part="tabs" role="radiogroup" aria-label=${label}>
    ${tab(locale.text('all'), total)}
    ${values.map((refiner) => tab(valueName(field, refiner, locale), refiner.count, selectionOf(field, refiner)))}
  </div>`;
}

export const tabsStyles = css`
  .tabs {
    display: flex;
    gap: var(--s4);
    margin-block-end: var(--s8);
    border-block-end: 1px solid var(--line);
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .tab {
    position: relative;
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: var(--s8);
    min-block-size: max(44px, var(--target));
    padding-inline: var(--s12);
    padding-block-end: 3px;
    cursor: pointer;
  }
  .tab .count {
    font-size: var(--f14);
    font-weight: 400;
  }
  .tab input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .tab:has(:checked) {
    padding-block-end: 0;
    border-block-end: 3px solid var(--basic);
    font-weight: 600;
  }
  .tab:has(:focus-visible) {
    outline: 2px solid var(--ring, var(--focus-ink));
    outline-offset: -2px;
  }
`;
