/** Choice of the sort order: usual orders that fit the documents, and orders of the configuration. */
import { html, type TemplateResult } from 'lit';
import type { QueryState } from '../store/query-state.ts';
import type { ResultsView } from './view-model.ts';

type Order = { order: QueryState['sort']; title: string };

const usualOrders: ['relevance' | 'newest' | 'oldest' | 'title', QueryState['sort']][] = [
  ['relevance', { field: 'relevance' }],
  ['newest', { field: 'date', direction: 'desc' }],
  ['oldest', { field: 'date', direction: 'asc' }],
  ['title', { field: 'title' }],
];

export function sortOrder(view: ResultsView): TemplateResult {
  const { store, settings, locale, change } = view;
  const { field, direction } = store.query.sort;
  const { defaultSort = 'relevance' } = settings.ranking ?? {};
  const orders = offeredOrders(view);
  // The query asks for the default order.
  const isDefault = field === 'relevance' && !direction;
  const chosenField = isDefault ? defaultSort : field;
  const isChosen = ({ order }: Order) =>
    order.field === chosenField && (isDefault || !order.direction || order.direction === direction);
  const handleChange = ({ target }: Event) => {
    const { order } = orders[(target as HTMLSelectElement).selectedIndex]!;
    // Relevance without a direction would stand for another default order.
    const needsDirection = order.field === 'relevance' && defaultSort !== 'relevance';
    change({ sort: needsDirection ? { ...order, direction: 'desc' } : order });
  };
  const current = Math.max(0, orders.findIndex(isChosen));
  return html`<label class="sort"><span class="muted">${locale.text('sort')}</span>
    <select class="button" @change=${handleChange}>
      ${orders.map(({ title }, index) => html`<option ?selected=${index === current} .selected=${index === current}>${title}</option>`)}
    </select>
  </label>`;
}

function offeredOrders({ store, settings, locale }: ResultsView): Order[] {
  // Documents probably have no dates if the page has neither date filter nor date facet nor trends.
  const hasDates = /"(trends|date|dyn_flt_date)"/.test(JSON.stringify(settings.filter));
  // Without input, all documents are equally relevant and sorted by date, newest first.
  const hasRelevance = store.query.input !== '' || !hasDates;
  const isOffered = { relevance: hasRelevance, newest: hasDates, oldest: hasDates, title: true };
  const { sorts = [] } = settings.ranking ?? {};
  const [language = ''] = locale.tag.split('-');
  const usual = usualOrders.filter(([key]) => isOffered[key]);
  return [
    ...usual.map(([key, order]) => ({ order, title: locale.text(key) })),
    ...sorts.map(({ uri, direction, title, titles = {} }) => ({
      order: { field: uri, direction },
      title: titles[locale.tag] ?? titles[language] ?? title,
    })),
  ];
}
