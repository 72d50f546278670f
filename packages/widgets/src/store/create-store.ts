/** Factory of the search store from an element's attributes. */
import type { AttributeOverrides } from './attribute-overrides.ts';
import { SearchStore } from './search-store.ts';

interface StoreAttributes extends AttributeOverrides {
  configuration: number | undefined;
  token: string;
  endpoint: string;
  paging: 'more' | null;
}

/** Undefined without a configuration; `language` is a BCP 47 tag. */
export function createStore(attributes: StoreAttributes, language: string): SearchStore | undefined {
  const { endpoint, token, configuration = 0, paging } = attributes;
  if (!Number.isInteger(configuration) || configuration < 1) return undefined;
  const store = new SearchStore({ endpoint, token }, configuration, language, attributes);
  store.accumulates = paging === 'more';
  return store;
}
