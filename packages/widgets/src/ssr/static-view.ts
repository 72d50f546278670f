/** Static view model for server-side rendering, without actions. */

import type { Locale } from '../locale/locale.ts';
import * as cards from '../markup/cards.ts';
import type { HeaderView } from '../page/header.ts';
import type { PageView } from '../page/page-body.ts';
import * as hints from '../results/empty-state.ts';
import { examplesOf } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { type UrlState, writeUrlState } from '../url-state/url-state.ts';

const nothing = () => undefined;

/** Width, filters and lazy parts depend on the browser. */
const browserOnly = {
  parts: {
    isSettled: (name: string) => name === 'furtherResults',
    failure: nothing,
    need: async () => undefined,
    refresh: nothing,
    cards,
    hints,
    date: undefined,
    filterDrawer: undefined,
  },
  width: { narrow: false, wide: false },
  filtersElsewhere: false,
  templated: false,
  takesFocus: false,
  voice: false,
  noRecent: true,
  similarOpen: new Set<string>(),
  change: nothing,
  narrow: nothing,
  choose: nothing,
  toggleSimilar: nothing,
  commit: nothing,
  toResults: nothing,
  goTo: nothing,
  reset: nothing,
  filterDrawer: () => null,
};

interface StaticViewOptions {
  store: SearchStore;
  locale: Locale;
  /** Heading level of the title. */
  titleLevel: number;
  /** URL of the page, and the key of this instance in it. */
  address: URL;
  key: string;
  hasActions: boolean;
}

export function staticView(options: StaticViewOptions): HeaderView & PageView {
  const { store, locale, titleLevel, address, key } = options;
  const urlOf = (wanted: UrlState) => {
    const { pathname, search } = writeUrlState(address, key, wanted);
    return pathname + search;
  };
  return {
    ...browserOnly,
    store,
    settings: store.settings!,
    locale,
    titleLevel,
    headingLevel: titleLevel + 1,
    example: (store.response && examplesOf(store.response)[0]) ?? '',
    actions: options.hasActions ? { open: undefined, toggle: nothing } : undefined,
    detailUrl: (document) => urlOf({ query: store.query, document }),
    pageUrl: (start) => urlOf({ query: { ...store.query, start }, document: undefined }),
  };
}
