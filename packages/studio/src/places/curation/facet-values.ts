/** Values of a facet with the number of their documents, for conditions of rules. */
import { search } from '@semantic-search/client';
import type { FacetGroup } from '@semantic-search/contract';
import { defaultFacet } from '@semantic-search/contract/defaults';
import { locale } from '../../text/text.ts';
import type { KnownFacet, RuleNames } from './rule-names.ts';

export interface FacetValue {
  /** As a rule refers to it: the URI of a concept, or a literal. */
  value: string;
  label: string;
  count: number;
}

/** Number of values to choose from. If a facet has more values, the person can also type one. */
export const MAX_VALUES = 500;

export class FacetValues {
  readonly #names: RuleNames;
  readonly #rerender: () => void;
  /** By `uri` of the facet; empty while they are loaded. */
  readonly #loaded = new Map<string, readonly FacetValue[]>();

  constructor(names: RuleNames, rerender: () => void) {
    this.#names = names;
    this.#rerender = rerender;
  }

  /** The most frequent values. Ranges of numbers and dates are left out: they change with the documents. */
  of(facet: KnownFacet): readonly FacetValue[] {
    const { uri, kind } = facet;
    if (!this.#loaded.has(uri)) {
      this.#loaded.set(uri, []);
      if (kind === 'concept' || kind === 'literal') void this.#load(facet);
    }
    return this.#loaded.get(uri) ?? [];
  }

  /** If the request fails, the list stays empty. */
  async #load({ uri, field }: KnownFacet): Promise<void> {
    // The server requires a title, of at most 200 characters.
    const setting = { ...defaultFacet, uri, title: uri.slice(0, 200), maximumTerms: MAX_VALUES, refId: '' };
    const request = { count: 0, facetsToShow: [setting], language: locale.tag };
    const { connection, configuration } = this.#names;
    const searching = search(connection, configuration, request);
    const response = await searching.catch(() => undefined);
    const group = response?.facets.find((candidate) => candidate.field === field);
    if (!group) return;
    const values = valuesOf(group);
    for (const { value, label } of values) this.#names.learnConcept(value, label);
    this.#loaded.set(uri, values);
    this.#rerender();
  }
}

/** In the facet of all concepts, `label` is the URI and `value` the name. */
const valuesOf = ({ field, facets }: FacetGroup): FacetValue[] =>
  facets.map(({ value, label, count }) =>
    field === 'dyn_uri_all_concepts'
      ? { value: label, label: value ?? label, count }
      : { value: value ?? label, label, count },
  );
