/** Concept tagging of a search space: tried on a text, and trained with its quality. */
import { extractConcepts, trainSpace } from '@semantic-search/client';
import type { ExtractionResponse } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { scrollingTable } from '../../editor/panels/scrolling-table.ts';
import { formatNumber, formatShare, locale, text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { PlaceContext } from '../place.ts';

type ExtractedConcept = ExtractionResponse['result'][number];

const MAX_CONCEPTS = 20;
const twoDigits = new Intl.NumberFormat(locale.tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export class TaggingView {
  readonly #context: PlaceContext;
  readonly #space: string;
  readonly #message: Message;
  #trial: { words: string; concepts: readonly ExtractedConcept[] } | undefined;
  #isTraining = false;

  constructor(context: PlaceContext, space: string) {
    this.#context = context;
    this.#space = space;
    this.#message = new Message(context);
  }

  /** A search over the search space, which extracts concepts. */
  get #configuration(): number | undefined {
    return this.#context.account.list.find(({ searchSpace }) => searchSpace === this.#space)?.id;
  }

  render(): TemplateResult {
    const isTraining = this.#isTraining;
    const training = html`<div class="section-head"><p class="hint">${text('trainHint')}</p>
      <button type="button" ?disabled=${isTraining} @click=${() => void this.#train()}>${text(isTraining ? 'training' : 'train')}</button></div>`;
    return html`<section class="concept" aria-label=${text('tagText')}>
      ${this.#context.account.may('spaces:write') ? training : nothing}
      ${this.#message.render()}
      ${this.#configuration === undefined ? nothing : this.#form()}
      ${this.#trial ? this.#concepts(this.#trial) : nothing}</section>`;
  }

  #form(): TemplateResult {
    const id = `text-${this.#space}`;
    return html`<form @submit=${this.#submit}><div class="field"><label for=${id}>${text('textToTag')}</label>
      <textarea id=${id} name="words" rows="5" required></textarea></div>
      <div class="buttons"><button type="submit">${text('findConcepts')}</button></div></form>`;
  }

  #concepts({ words, concepts }: { words: string; concepts: readonly ExtractedConcept[] }): TemplateResult {
    if (concepts.length === 0) return html`<p class="notice" role="status">${text('noConceptsInText')}</p>`;
    const columns = [text('label'), text('probability'), text('mentions')];
    return html`<p class="tagged" role="status">${marked(words, concepts)}</p>
      ${scrollingTable(text('concepts'), columns, concepts.map(conceptRow))}`;
  }

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const words = new FormData(event.target as HTMLFormElement).get('words') as string;
    await this.#message.attempt(async (connection) => {
      const query = { text: words, numberOfConcepts: MAX_CONCEPTS };
      const { result } = await extractConcepts(connection, this.#configuration!, query);
      this.#trial = { words, concepts: result };
    });
  };

  async #train(): Promise<void> {
    this.#isTraining = true;
    this.#message.show('');
    this.#context.update();
    await this.#message.attempt(async (connection) => {
      const { documents, f1, precision, recall } = await trainSpace(connection, this.#space).finally(() => {
        this.#isTraining = false;
      });
      const { format } = twoDigits;
      const measures = { f1: format(f1), precision: format(precision), recall: format(recall) };
      return text('trainedWith', { documents: formatNumber(documents), ...measures });
    });
  }
}

const conceptRow = ({ label, score, frequency }: ExtractedConcept): TemplateResult =>
  html`<tr><th scope="row">${label}</th><td>${formatShare(score, 100)}</td><td>${frequency > 0 ? formatNumber(frequency) : text('learnedConcept')}</td></tr>`;

/** The text with marked mentions; of two overlapping mentions, the first and longer one. */
function marked(words: string, concepts: readonly ExtractedConcept[]): unknown[] {
  const mentions = concepts
    .flatMap(({ label, matchedTexts }) =>
      matchedTexts.flatMap(({ positions }) => positions.map(({ begin, end }) => ({ begin, end, label }))),
    )
    .sort((first, second) => first.begin - second.begin || second.end - first.end);
  const pieces: unknown[] = [];
  let markedEnd = 0;
  for (const { begin, end, label } of mentions) {
    if (begin < markedEnd) continue;
    pieces.push(words.slice(markedEnd, begin), html`<mark title=${label}>${words.slice(begin, end)}</mark>`);
    markedEnd = end;
  }
  return [...pieces, words.slice(markedEnd)];
}
