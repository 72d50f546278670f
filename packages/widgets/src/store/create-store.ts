/** Factory of the search store from an element's attributes. */
import type { AttributeOverrides } from './attribute-overrides.ts';
import { SearchStore } from './search-store.ts';

interface Asking extends AttributeOverrides {
  configuration: number | undefined;
  token: string;
  endpoint: string;
  paging: 'more' | null;
}

/** Undefined without a configuration; `language` is a BCP 47 tag. */
export function createStore(asking: Asking, language: string): SearchStore | undefined {
  const { endpoint, token, configuration = 0, paging } = asking;
  if (!Number.isInteger(configuration) || configuration < 1) return undefined;
  const store = new SearchStore({ endpoint, token }, configuration, language, asking);
  store.accumulates = paging === 'more';
  return store;
}
