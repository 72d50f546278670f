/** Detail view: a whole document with explained concepts, details, similar and recommended documents. */
import { Task } from '@lit/task';
import { type ApiError, getDocument } from '@semantic-search/client';
import type { DocumentResponse } from '@semantic-search/contract';
import { html, LitElement, nothing } from 'lit';
import { define } from '../define.ts';
import { announce, emit } from '../events.ts';
import { valueName } from '../facets/range-syntax.ts';
import { english, type Locale } from '../locale/locale.ts';
import { hideBrokenImage, highlightSpans, titleOf } from '../markup/document-parts.ts';
import { errorText, isPermanentError, slowNotice, tryImport } from '../markup/failures.ts';
import { detailText, metadataLine } from '../markup/metadata.ts';
import { skeletonLineStyles } from '../markup/skeleton.ts';
import { watchResponse, withSafeImage } from '../store/read-response.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';
import { followStore } from '../store/store-subscription.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { closeIcon, icon } from '../theme/icons.ts';
import { ConceptExplainer } from './concept-explainer.ts';
import { detailViewStyles } from './detail-view-styles.ts';

export { besideStyles as styles } from './detail-view-styles.ts';

// Results without a detail view need similar documents too, so they are a separate chunk.
void tryImport(import('../similar-docs.ts'));

const backIcon = icon('M16 10H4m5-5-5 5 5 5');
const outIcon = icon('M8 5H4.5v10.5H15V12m-4-7.5h4.5V9m0-4.5-7 7');

class DetailView extends LitElement {
  static override styles = [scale, controls, buttonStyles, skeletonLineStyles, detailViewStyles];
  static override properties = {
    store: { attribute: false },
    locale: { attribute: false },
    headingLevel: { type: Number },
    beside: { type: Boolean },
    takesFocus: { attribute: false },
  };

  declare store: SearchStore | undefined;
  locale: Locale = english;
  headingLevel = 3;
  /** Shown next to the list instead of replacing it. */
  beside = false;
  /** Moves the focus to the title when a document has loaded. */
  takesFocus = true;
  readonly #explainer = new ConceptExplainer(this);
  /** URI of the document whose title had the focus last. */
  #focusedDocument: string | undefined;
  #isSlow = false;

  readonly #task = new Task(this, {
    args: () => [this.store, this.store?.document] as const,
    task: async ([store, uri], { signal }) => {
      this.#isSlow = false;
      this.#explainer.dismiss();
      if (!uri) return undefined;
      const { connection, configuration, language } = store!;
      const parameters = { uri, ...(language && { language }) };
      const request = getDocument(connection, configuration, parameters, { signal });
      const document = await watchResponse(request, () => this.#reportSlow());
      return withSafeImage(document, connection.endpoint);
    },
    onError: (error) => emit(this, 'semantic-search-error', { error: error as ApiError }),
  });

  constructor() {
    super();
    followStore(this);
  }

  override render() {
    const { locale, store } = this;
    return html`<article aria-labelledby="title" @keydown=${this.#handleKeydown} @click=${this.#handleClick}>
      <div class="navigation">
        <button class="plain back" type="button" @click=${() => store?.showDocument(undefined)}>${this.beside ? closeIcon : backIcon}${locale.text(this.beside ? 'close' : 'back')}</button>
        <slot name="actions"></slot>
      </div>
      ${this.#task.render({
        pending: () => html`<div class="waiting" aria-hidden="true">
          <div class="skeleton head"></div><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton short"></div>
        </div>
        ${this.#isSlow ? slowNotice(locale, this.#retry) : nothing}`,
        complete: (document) => document && this.#renderDocument(document),
        error: (error) => this.#renderError(error as ApiError),
      })}
    </article>`;
  }

  #reportSlow(): void {
    this.#isSlow = true;
    announce(this, this.locale.text('slow'));
    this.requestUpdate();
  }

  /** The error message, below the title that the result list already has. */
  #renderError(error: ApiError) {
    const { locale, store } = this;
    const { document: uri, response } = store!;
    const listed = response?.result.find(({ id }) => id === uri);
    const message = error.status === 404 ? locale.text('missing') : errorText(error, locale, 'partFailed');
    return html`<h2 id="title" class="title" tabindex="-1" aria-level=${this.headingLevel}><bdi>${listed ? titleOf(listed) : uri}</bdi></h2>
      <div role="alert">
        <p>${message}</p>
        ${isPermanentError(error) ? nothing : html`<p><button class="button" type="button" @click=${this.#retry}>${locale.text('retry')}</button></p>`}
      </div>`;
  }

  #retry = (): void => {
    this.#focusedDocument = undefined;
    this.takesFocus = true;
    void this.#task.run();
  };

  /** Focuses the title once per document, loaded or failed, so that screen readers start there. */
  override updated(): void {
    const title = this.renderRoot.querySelector<HTMLElement>('#title');
    const { document } = this.store ?? {};
    if (!title || this.#focusedDocument === document) return;
    this.#focusedDocument = document;
    if (!this.takesFocus) return;
    title.focus({ preventScroll: true });
    if (this.beside) this.scrollTop = 0;
    else if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start' });
  }

  #renderDocument(document: DocumentResponse) {
    const { locale } = this;
    const { settings } = this.store!;
    if (!settings) return nothing;
    const link = safeLink(document.link);
    const level = this.headingLevel;
    return html`<h2 id="title" class="title" tabindex="-1" aria-level=${level} lang=${document.language ?? nothing}><bdi>${titleOf(document)}</bdi></h2>
      ${metadataLine({ ...document, documentDetails: [] }, { locale, settings })}
      ${link ? html`<p><a class="out" href=${link}>${locale.text('source')}${outIcon}</a></p>` : nothing}
      ${document.image ? html`<img class="image" src=${document.image} alt="" @error=${hideBrokenImage} />` : nothing}
      <div class="text" part="text" dir="auto" lang=${document.language ?? nothing}>${this.#renderText(document)}</div>
      ${this.#explainer.card(locale, level + 1, this.#search)}
      ${this.#renderDetails(document, level + 1)}<slot></slot> ${this.#renderRelated(document.id, level + 1)}`;
  }

  /** Similar documents, and recommended documents that are not among the similar ones. */
  #renderRelated(uri: string, level: number) {
    const { details } = this.store!.settings!;
    const { showSimilar, showRecommendations, recommender } = details;
    const similar = html`<similar-docs
      id="similar" exportparts="similar, similar-title" .uri=${uri} .headingLevel=${level}
      .number=${details.numberOfSimilar} .asImages=${details.showSimilarAsImage}></similar-docs>`;
    const recommended = html`<similar-docs
      exportparts="similar, similar-title" .uri=${uri} .headingLevel=${level}
      .number=${details.numberOfRecommendations} .asImages=${details.showRecommendedAsImage}
      .recommender=${recommender} .without=${showSimilar ? 'similar' : null}></similar-docs>`;
    return [showSimilar ? similar : nothing, showRecommendations && recommender ? recommended : nothing];
  }

  #renderText({ description, concepts }: DocumentResponse) {
    const spans = this.store!.settings!.details.showConceptHighlighting
      ? concepts.flatMap((concept) => concept.positions.description.map((span) => ({ ...span, concept })))
      : [];
    return highlightSpans(description, spans, (part, index) =>
      this.#explainer.term(part, spans[index]!.concept),
    );
  }

  #renderDetails({ documentDetails }: DocumentResponse, level: number) {
    const style = this.store!.settings!.result.dateFormat;
    const details = documentDetails.filter(({ facets }) => facets.length);
    return details.length
      ? html`<section>
          <h3 aria-level=${level}>${this.locale.text('details')}</h3>
          <dl>${details.map(
            ({ label, field, facets }) => html`<div><dt>${label}</dt>
              <dd>${this.locale.joinTemplates(facets.map((refiner) => html`<span>${detailText(valueName(field, refiner, this.locale), field, this.locale, style)}</span>`))}</dd></div>`,
          )}</dl>
        </section>`
      : nothing;
  }

  #search = (label: string): void => {
    const { store } = this;
    this.#explainer.dismiss();
    // Closing the document first would go back in the history.
    void store!.change({ input: label });
    store!.showDocument(undefined);
  };

  /** Light dismiss: a click outside the card closes it. */
  #handleClick = (event: Event): void => {
    if (this.#explainer.concept && !(event.target as Element).closest('.card, .concept'))
      this.#explainer.dismiss();
  };

  #handleKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (this.#explainer.concept) this.#explainer.close();
    else this.store?.showDocument(undefined);
  };
}

define('semantic-search-detail', DetailView);
