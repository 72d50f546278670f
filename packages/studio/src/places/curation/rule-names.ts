/** Names of the documents, concepts and facets that rules refer to. */
import { type Connection, getDocument, listConcepts, search } from '@semantic-search/client';
import type {
  ConfigurationSettings,
  CurationRule,
  RetrievedDocument,
  Space,
} from '@semantic-search/contract';
import { facetLabel } from '../../editor/fields/space-suggestions.ts';
import { locale } from '../../text/text.ts';
import type { PlaceContext } from '../place.ts';

export type KnownDocument = Pick<RetrievedDocument, 'id' | 'title' | 'link' | 'image'>;
export type KnownFacet = Space['facets'][number];

/** Number of documents and of concepts whose names are requested; others show their ID. */
const MAX_REQUESTED = 50;

export class RuleNames {
  readonly #context: PlaceContext;
  /** ID of the configuration that has the rules. */
  readonly configuration: number;
  readonly #settings: ConfigurationSettings;
  readonly #documents = new Map<string, KnownDocument>();
  readonly #concepts = new Map<string, string>();

  constructor(context: PlaceContext, configuration: number, settings: ConfigurationSettings) {
    this.#context = context;
    this.configuration = configuration;
    this.#settings = settings;
  }

  get connection(): Connection {
    return this.#context.account.connection;
  }

  get searchSpace(): string {
    return this.#settings.searchSpace;
  }

  get #space(): Space | undefined {
    return this.#context.account.spaces?.find(({ name }) => name === this.searchSpace);
  }

  /** Facets of the search space; empty if the person cannot read them. */
  get facets(): readonly KnownFacet[] {
    return this.#space?.facets ?? [];
  }

  get languages(): readonly string[] {
    return this.#space?.languages ?? [];
  }

  document(id: string): KnownDocument {
    return this.#documents.get(id) ?? { id, title: id, link: '', image: null };
  }

  concept(uri: string): string {
    return this.#concepts.get(uri) ?? decoded(uri.split(/[/#]/).findLast(Boolean) ?? uri);
  }

  /** The facet that a rule names by its `field` or `uri`. */
  facet(name: string): KnownFacet | undefined {
    return this.facets.find(({ field, uri }) => field === name || uri === name);
  }

  /** The title that visitors with this language see, or the name in the search space. */
  facetTitle(name: string): string {
    const facet = this.facet(name);
    const shown = this.#settings.filter.facetsToShow.find(({ uri }) => uri === (facet?.uri ?? name));
    const [language = ''] = locale.tag.split('-', 1);
    if (shown) return shown.titles?.[locale.tag] ?? shown.titles?.[language] ?? shown.title;
    return facet ? facetLabel(facet.label) : name;
  }

  learnDocuments(documents: readonly KnownDocument[]): void {
    for (const { id, title, link, image } of documents)
      this.#documents.set(id, { id, title: title || link || id, link, image });
  }

  learnConcept(uri: string, label: string): void {
    this.#concepts.set(uri, label);
  }

  /** Requests the names that the rules need. If a request fails, they show IDs. */
  async load(rules: readonly CurationRule[]): Promise<void> {
    const ids = rules.flatMap(({ pin = [], hide = [] }) => [...pin.map(({ id }) => id), ...hide]);
    const uris = rules.flatMap(({ when }) => [when.concept, when.value].filter(isUri));
    const unknown = (wanted: readonly string[], known: ReadonlyMap<string, unknown>) =>
      [...new Set(wanted)].filter((name) => !known.has(name)).slice(0, MAX_REQUESTED);
    await Promise.all([
      ...unknown(ids, this.#documents).map((id) => this.#loadDocument(id)),
      ...unknown(uris, this.#concepts).map((uri) => this.#loadConcept(uri)),
    ]);
  }

  async #loadDocument(uri: string): Promise<void> {
    const request = getDocument(this.connection, this.configuration, { uri, language: locale.tag });
    const document = await request.catch(() => undefined);
    if (document) this.learnDocuments([document]);
  }

  async #loadConcept(uri: string): Promise<void> {
    const mayList = this.#context.account.may('spaces:write');
    const request = mayList ? this.#labelInThesaurus(uri) : this.#labelInDocument(uri);
    const label = await request.catch(() => undefined);
    if (label) this.learnConcept(uri, label);
  }

  async #labelInThesaurus(uri: string): Promise<string | undefined> {
    const parameters = { uri, language: locale.tag };
    return (await listConcepts(this.connection, this.searchSpace, parameters)).concepts[0]?.label;
  }

  /** For people who may not read the thesaurus: the label comes from a document with the concept, if there is one. */
  async #labelInDocument(uri: string): Promise<string | undefined> {
    const request = { selectedFacets: [{ value: uri }], count: 1, language: locale.tag };
    const { result } = await search(this.connection, this.configuration, request);
    const allConcepts = result[0]?.facetList.find(({ field }) => field === 'dyn_uri_all_concepts');
    return allConcepts?.facets.find(({ label }) => label === uri)?.value ?? undefined;
  }
}

const isUri = (value: string | undefined): value is string =>
  value !== undefined && /^[a-z][\w+.-]*:/i.test(value);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
