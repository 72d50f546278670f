/** Popular searches: what other visitors search, requested when a visitor enters the box (lazy). */
import { getPopularSearches } from '@semantic-search/client';
import type { LitElement } from 'lit';
import type { SearchHost } from '../store/search-context.ts';
import type { Suggestion } from './suggestions.ts';

/** A part of the page, whose code is loaded already. */
type SearchBox = LitElement & { popularSearches: Suggestion[] | undefined };

export function addPopularSearches(host: SearchHost): void {
  const box = host.renderRoot.querySelector<SearchBox>('semantic-search-box');
  const request = async () => {
    const { connection, configuration, language } = host.store!;
    const parameters = language ? { language } : {};
    const { queries } = await getPopularSearches(connection, configuration, parameters);
    box!.popularSearches = queries.map((input) => ({ kind: 'popular', input }));
    box!.requestUpdate();
  };
  // Without them, the box works as before.
  const load = () => void request().catch(() => undefined);
  if (box?.matches(':focus-within')) load();
  else box?.addEventListener('focusin', load, { once: true });
}
