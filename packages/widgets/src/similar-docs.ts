/** `<similar-docs>`: documents similar to one, or recommended for it, with what they have in common. */
import './locale/languages/en-similar.ts';
import { Task } from '@lit/task';
import {
  ApiError,
  type Connection,
  getConfiguration,
  getRecommendations,
  getSimilar,
} from '@semantic-search/client';
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { documentList } from './detail-view/document-list.ts';
import { documentListStyles } from './detail-view/document-list-styles.ts';
import { define, emit, opensElsewhere } from './events.ts';
import { headingLevelOf } from './heading-level.ts';
import { directionOf, elementLanguage, english, type Locale, loadLocale } from './locale/locale.ts';
import { PageLanguage } from './locale/page-language.ts';
import { tryImport } from './page/lazy-import.ts';
import { SessionSource } from './store/consumer-controller.ts';
import { ownEndpoint } from './store/endpoint.ts';
import { readDocuments, readSettings } from './store/read-response.ts';
import type { SearchStore } from './store/search-store.ts';
import { controls, scale } from './theme/base-styles.ts';
import { paint } from './theme/theme.ts';

interface Shown {
  documents: RetrievedDocument[];
  settings: ConfigurationSettings;
}

/**
 * A list of similar documents, on its own (`configuration`, `token`, `uri`), for a `<semantic-search>` (`for`), or inside one.
 * With `recommender` it asks that recommender instead.
 *
 * @event semantic-search-select - a document was chosen; cancelable
 * @event semantic-search-error - the list could not be loaded
 * @csspart heading - the heading above the list
 * @csspart similar - the list
 * @csspart similar-title - the title of one document
 * @cssproperty --semantic-search-documents-surface - background
 * @cssproperty --semantic-search-documents-text - text
 */
export class SimilarDocs extends LitElement {
  static override styles = [scale, controls, documentListStyles];
  static override properties = {
    for: {},
    configuration: { type: Number },
    token: {},
    endpoint: {},
    uri: {},
    number: { type: Number },
    similarity: {},
    recommender: {},
    heading: {},
    headingLevel: { converter: headingLevelOf, attribute: 'heading-level' },
    asImages: { type: Boolean, attribute: 'as-images' },
    theme: { reflect: true },
    session: { attribute: false },
    without: {},
    leftOut: { attribute: false },
    locale: { attribute: false },
  };

  /** Id of the `<semantic-search>` whose open document this follows. */
  declare for: string | null;
  /** Id of the configuration, where it stands on its own. */
  declare configuration: number | undefined;
  /** A publishable access token with the scope `search`. */
  declare token: string;
  /** Base URL of the service; by default where this script came from. */
  declare endpoint: string;
  /** URI of the document; default: the one open in the `<semantic-search>`. */
  declare uri: string | undefined;
  /** How many; default: what the configuration says. */
  declare number: number | undefined;
  /** Id of another `<similar-docs>` in the page: what that one shows is left out here. */
  declare without: string | null;
  /** Name of a similarity plugin. */
  declare similarity: string | undefined;
  /** Name of a recommender plugin. */
  declare recommender: string | undefined;
  /** The heading; an empty one shows none. */
  declare heading: string | undefined;
  /** Level of the heading. */
  declare headingLevel: number;
  /** Shows a picture for each document. */
  declare asImages: boolean;
  /** `light` or `dark`; by default that of the `<semantic-search>`, else what the visitor prefers. */
  declare theme: 'light' | 'dark' | null;
  declare session: SearchStore | undefined;
  declare locale: Locale;
  /** Ids of documents that stand elsewhere; undefined until it is known which. */
  declare leftOut: ReadonlySet<string> | undefined;

  /** Once they have come. */
  shown: readonly RetrievedDocument[] | undefined;
  #unfollow: (() => void) | undefined;
  #cards: typeof import('./results/cards.ts') | undefined;
  #cardsComing: Promise<void> | undefined;

  readonly #task = new Task(this, {
    args: () => {
      const { session, uri, recommender, similarity, number } = this;
      const configuration = session?.configuration ?? this.configuration;
      return [
        session,
        configuration,
        this.endpoint,
        this.token,
        uri ?? session?.document,
        recommender,
        similarity,
        number,
      ] as const;
    },
    task: ([session, configuration, endpoint, token, uri, recommender, similarity, number], { signal }) => {
      if (!configuration || !uri) return undefined;
      const connection = session?.connection ?? { endpoint, token };
      return load(
        connection,
        configuration,
        { uri, recommender, similarity, number, settings: session?.settings },
        signal,
      );
    },
    onComplete: (shown) => this.#tell(shown?.documents ?? []),
    onError: (error) => {
      this.#tell([]);
      emit(this, 'semantic-search-error', { error: error as never });
    },
  });

  constructor() {
    super();
    this.for = null;
    this.token = '';
    this.endpoint = ownEndpoint;
    this.headingLevel = 2;
    this.asImages = false;
    this.theme = null;
    this.without = null;
    this.locale = english;
    new SessionSource(this);
    new PageLanguage(this, () => this.#speak());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#speak();
  }

  /** The language of the page; with a search, that of the search. */
  #speak(): void {
    if (!this.session && !this.for)
      void tryImport(loadLocale(elementLanguage(this))).then((locale = english) => {
        this.locale = locale;
      });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow?.();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.asImages) this.#cardsComing ??= this.#loadCards();
    if (!changed.has('without')) return;
    this.#unfollow?.();
    const root = this.getRootNode() as Document | ShadowRoot;
    const other = this.without && root.getElementById(this.without);
    if (!(other instanceof SimilarDocs)) return;
    const follow = () => {
      this.leftOut = other.shown && new Set(other.shown.map(({ id }) => id));
    };
    follow();
    other.addEventListener('documents', follow);
    this.#unfollow = () => other.removeEventListener('documents', follow);
  }

  override render() {
    const { locale, leftOut } = this;
    const shown = this.#task.value && this.#chosen(this.#task.value.documents);
    // What stands in another list already needs no heading of its own.
    if (leftOut?.size && shown?.length === 0) return nothing;
    // One that the service has not taken in yet has no neighbours; that is nothing a visitor could mend.
    const { error } = this.#task;
    if (error instanceof ApiError && error.status === 404) return nothing;
    const heading = this.heading ?? locale.text(this.recommender ? 'recommended' : 'similarDocuments');
    const pending = () =>
      html`<div class="waiting" aria-hidden="true"><div class="bone"></div><div class="bone short"></div></div>`;
    const list = this.#task.render({
      pending,
      complete: (shown) => (this.#unfollow && !leftOut ? pending() : shown && this.#list(shown)),
      error: () => html`<p class="muted">${locale.text('failed')}
        <button class="plain" type="button" @click=${() => this.#task.run()}>${locale.text('retry')}</button></p>`,
    });
    return html`<div class="panel" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}>
      ${heading && (this.uri ?? this.session?.document) ? html`<h3 class="heading" part="heading" aria-level=${this.headingLevel}>${heading}</h3>` : nothing}
      ${list}
    </div>`;
  }

  /** Without them there is the list in words. */
  async #loadCards(): Promise<void> {
    this.#cards = await tryImport(import('./results/cards.ts'));
    const sheets = this.#cards?.styles.map(({ styleSheet }) => styleSheet!) ?? [];
    this.shadowRoot!.adoptedStyleSheets.push(...sheets);
    this.requestUpdate();
  }

  #tell(documents: readonly RetrievedDocument[]): void {
    this.shown = this.#chosen(documents);
    this.dispatchEvent(new CustomEvent('documents', { detail: this.shown }));
  }

  #chosen(documents: readonly RetrievedDocument[]): RetrievedDocument[] {
    return documents.filter(({ id }) => !this.leftOut?.has(id)).slice(0, this.number ?? undefined);
  }

  #list({ documents: found, settings }: Shown) {
    const { locale } = this;
    const documents = this.#chosen(found);
    paint(this, settings.layout, 'documents');
    if (!documents.length) return html`<p class="muted none">${locale.text('noSimilar')}</p>`;
    return documentList(documents, {
      settings,
      locale,
      picture: this.asImages ? this.#cards?.picture : undefined,
      headingLevel: this.headingLevel + 1,
      choose: (event, document, position) => this.#choose(event, document, position),
    });
  }

  #choose(event: MouseEvent, document: RetrievedDocument, position: number): void {
    if (opensElsewhere(event)) return;
    if (!emit(this, 'semantic-search-select', { document, position })) event.preventDefault();
    else if (this.session) {
      event.preventDefault();
      this.session.show(document.id);
    }
  }
}

async function load(
  connection: Connection,
  configuration: number,
  asked: {
    uri: string;
    recommender: string | undefined;
    similarity: string | undefined;
    number: number | undefined;
    settings: ConfigurationSettings | undefined;
  },
  signal: AbortSignal,
): Promise<Shown> {
  const { uri, recommender, similarity, number } = asked;
  const documents = recommender
    ? getRecommendations(connection, configuration, { uri, recommender }, { signal })
    : getSimilar(
        connection,
        configuration,
        { uri, ...(number && { number }), ...(similarity && { similarity }) },
        { signal },
      );
  const settings =
    asked.settings ?? getConfiguration(connection, configuration, { signal }).then(readSettings);
  const [answer, config] = await Promise.all([documents, settings]);
  return { documents: readDocuments(answer), settings: config };
}

define('similar-docs', SimilarDocs);

declare global {
  interface HTMLElementTagNameMap {
    'similar-docs': SimilarDocs;
  }
}
