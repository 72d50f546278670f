/** Result: title, metadata line, highlighted snippet, concepts, similar documents. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { highlighted, thumbnail, titleOf, wordsOf } from '../markup/document-parts.ts';
import { metadataLine } from '../markup/metadata.ts';
import { allConcepts, identify, isConceptFacet, isSelected } from '../store/facet-values.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';
import { chevronIcon } from '../theme/icons.ts';
import type { ResultsView } from './view-model.ts';

/** Concepts shown at first; all that match the query are shown. */
const MIN_VISIBLE_CONCEPTS = 3;

export function result(document: RetrievedDocument, position: number, view: ResultsView): TemplateResult {
  const { settings, headingLevel, store } = view;
  if (view.isTemplated)
    return html`<li><article class="result" part="result"><slot name="result-${position}"></slot></article></li>`;
  const { showResultAsImage, showTags } = settings.result;
  const { richResults } = view.components.modules;
  const imageOf = showResultAsImage ? richResults?.picture : thumbnail;
  // Concepts that appear as chips are omitted from the metadata line.
  const documentDetails = document.documentDetails.filter(({ field }) => !showTags || !isConceptFacet(field));
  return html`<li>
    <article class="result ${store.document === document.id ? 'current' : ''}" part="result">
      ${imageOf?.(document)}
      <h3 class="title" aria-level=${headingLevel + 1}>${titleLink(document, position, view)}</h3>
      ${metadataLine({ ...document, documentDetails }, view)} ${settings.result.showDynamicSentiment ? richResults?.sentimentLine(document, view.locale) : nothing}
      ${
        document.description
          ? html`<p class="summary" part="summary" dir="auto" lang=${document.language ?? nothing}>${highlighted(document.description, document.highlights?.description)}</p>`
          : nothing
      }
      ${richResults?.matchingSections(document, position)}${footer(document, view)}
    </article>
  </li>`;
}

function titleLink(document: RetrievedDocument, position: number, view: ResultsView) {
  const detailUrl = view.detailUrl(document.id);
  const linksToSource = !detailUrl || view.settings.result.titleAction === 'link';
  const href = (linksToSource ? safeLink(document.link) : undefined) ?? detailUrl;
  const title = titleOf(document);
  return html`<a part="title-link" data-document=${document.id} lang=${document.language ?? nothing}
    href=${href ?? nothing} role=${href ? nothing : 'button'} tabindex="0"
    aria-current=${view.store.document === document.id || nothing}
    @click=${(event: MouseEvent) => view.choose(event, document, position)}
    ><bdi>${highlighted(title, document.highlights?.title)}</bdi></a>`;
}

interface Concept {
  name: string;
  uri: string;
}

/** The concepts of a document: from the aggregate facet if the service returns it, else from all concept facets. */
function conceptsOf({ facetList }: RetrievedDocument): Concept[] {
  const aggregate = facetList.filter(({ field }) => field === allConcepts);
  const groups = aggregate.length ? aggregate : facetList.filter(({ field }) => isConceptFacet(field));
  const concepts = groups.flatMap(({ field, facets }) => facets.map((refiner) => identify(field, refiner)));
  const nameByUri = new Map(concepts.flatMap(({ name, uri }) => (uri ? [[uri, name] as const] : [])));
  return [...nameByUri].map(([uri, name]) => ({ uri, name }));
}

/** Whether a visitor filters or searches by the concept; `words` are the words of the input in lower case. */
function isRelevant({ name, uri }: Concept, words: string[], { query, response }: SearchStore): boolean {
  const isRecognized = response!.query.concepts.some((concept) => concept.uri === uri);
  return isSelected(query, uri) || isRecognized || words.some((word) => name.toLowerCase().includes(word));
}

/** The concepts as buttons that filter by them, relevant ones first. */
function tags(document: RetrievedDocument, { settings, locale, store, toggleFilter }: ResultsView) {
  const concepts = conceptsOf(document);
  const words = wordsOf(store.query.input.toLowerCase());
  const relevant = concepts.filter((concept) => isRelevant(concept, words, store));
  const { numberOfTags } = settings.result;
  const ordered = [...new Set([...relevant, ...concepts])].slice(0, numberOfTags ?? undefined);
  if (!ordered.length) return nothing;
  const visibleCount = Math.max(MIN_VISIBLE_CONCEPTS, relevant.length);
  // At least two hidden concepts, because the button takes the space of one.
  const hiddenCount = ordered.length > visibleCount + 1 ? ordered.length - visibleCount : 0;
  return html`<ul class="chips" aria-label=${locale.text('concepts')}>
    ${ordered.map(
      ({ name, uri }, index) => html`<li class=${hiddenCount && index >= visibleCount ? 'rest' : ''}><button
        class="chip" part="tag" type="button" title=${locale.text('narrowTo', { name })}
        aria-pressed=${isSelected(store.query, uri)} @click=${() => toggleFilter({ field: allConcepts, label: uri, value: name })}
      ><bdi>${name}</bdi></button></li>`,
    )}
    ${hiddenCount ? html`<li class="unfold"><button class="chip" type="button" aria-label="+${hiddenCount} ${locale.text('concepts')}" @click=${unfold}><bdi>+${locale.number(hiddenCount)}</bdi></button></li>` : nothing}
  </ul>`;
}

/** Shows all concepts of a result until another result replaces it. */
function unfold({ currentTarget }: Event): void {
  const list = (currentTarget as Element).closest('ul')!;
  list.classList.add('all');
  list.querySelector<HTMLElement>('.rest button')!.focus();
}

function footer(document: RetrievedDocument, view: ResultsView) {
  const { settings, locale, expandedSimilar, toggleSimilar, headingLevel } = view;
  const { showTags, showSimilarDocuments, numberOfSimilarDocuments } = settings.result;
  const isOpen = expandedSimilar.has(document.id);
  const disclosureButton = html`<button class="plain fold" type="button" aria-expanded=${isOpen} @click=${() => toggleSimilar(document.id)}>
    <span aria-hidden="true">${locale.text('similar')}</span><span class="hidden">${locale.text('pair', { name: locale.text('similar'), value: titleOf(document) })}</span>${chevronIcon}
  </button>`;
  return html`<div class="foot">${showTags ? tags(document, view) : nothing}${showSimilarDocuments ? disclosureButton : nothing}</div>
    ${
      showSimilarDocuments && isOpen
        ? (view.components.failure('similar') ??
          html`<similar-docs class="inline" exportparts="similar, similar-title"
            .uri=${document.id} .number=${numberOfSimilarDocuments} .heading=${''} .headingLevel=${headingLevel + 1}
          ></similar-docs>`)
        : nothing
    }`;
}
