/** Form of a concept: its labels in all languages, and its broader concepts. */
import type { Concept, ConceptLabel } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { locale, text } from '../../text/text.ts';
import { Lookup } from '../lookup.ts';
import { enteredIn } from '../place.ts';

const labelKinds = ['preferred', 'alternative', 'hidden'] as const satisfies ConceptLabel['kind'][];

const MAX_FOUND = 10;

/** Unsaved values in the form of a concept. */
export interface ConceptDraft {
  uri: string;
  title: string;
  labels: readonly ConceptLabel[];
  broader: Concept['broader'];
}

interface ConceptFormView {
  draft: ConceptDraft;
  /** New concepts have a generated URI, which can be replaced. */
  isNew: boolean;
  isDirty: boolean;
  /** What to enter; empty if it is obvious. */
  hint: string;
  set(draft: ConceptDraft): void;
  save(): void;
  cancel(): void;
}

const contentOf = ({ labels, broader }: Concept) => JSON.stringify([labels, broader.map(({ uri }) => uri)]);

/** Whether nobody has changed a concept since it was saved. */
export const hasSameContent = (current: Concept | undefined, saved: Concept): boolean =>
  current !== undefined && contentOf(current) === contentOf(saved);

export class ConceptForm {
  readonly #lookup: Lookup<Concept>;

  /** `find` searches concepts by their labels; `update` renders again. */
  constructor(find: (words: string) => Promise<readonly Concept[]>, update: () => void) {
    this.#lookup = new Lookup(async (words) => (await find(words)).slice(0, MAX_FOUND), update);
  }

  render(view: ConceptFormView): TemplateResult {
    const { draft, isNew, isDirty, hint, cancel } = view;
    const set = (part: Partial<ConceptDraft>) => view.set({ ...draft, ...part });
    const save = (event: SubmitEvent) => {
      event.preventDefault();
      view.save();
    };
    return html`<form class="card concept" aria-labelledby="concept" @submit=${save}>
      <h3 id="concept" tabindex="-1">${draft.title}</h3>
      ${hint ? html`<p class="notice">${hint}</p>` : nothing}
      ${isNew ? uriField(draft.uri, (uri) => set({ uri })) : html`<p class="hint"><bdi>${draft.uri}</bdi></p>`}
      ${labelFields(draft, set)}
      ${this.#broaderFields(draft, set)}
      <div class="buttons"><button type="button" @click=${cancel}>${text('cancel')}</button>
        <button type="submit" class="primary" ?disabled=${!isDirty}>${text('save')}</button></div>
    </form>`;
  }

  #broaderFields({ uri, broader }: ConceptDraft, set: (part: Partial<ConceptDraft>) => void): TemplateResult {
    const isOffered = (concept: { uri: string }) =>
      concept.uri !== uri && broader.every((other) => other.uri !== concept.uri);
    return html`<fieldset><legend>${text('broaderConcepts')}</legend>
      ${broader.map((other) => html`<div class="label-row"><span>${other.label}</span><button type="button" @click=${() => set({ broader: broader.filter((concept) => concept !== other) })}>${text('remove')}<span class="visually-hidden"> ${other.label}</span></button></div>`)}
      ${this.#lookup.render({
        label: text('addBroader'),
        row: ({ label, documents }) =>
          html`<bdi>${label}</bdi> <span class="fine">${text('documentsCount', { count: documents })}</span>`,
        choose: (found) => {
          if (isOffered(found)) set({ broader: [...broader, { uri: found.uri, label: found.label }] });
          document.querySelector<HTMLElement>('.concept .lookup input')?.focus();
        },
      })}
    </fieldset>`;
  }
}

/** Opens the details: the browser reports an invalid field only if the field is visible. */
const unfold = ({ target }: Event): void => {
  (target as HTMLElement).closest('details')!.open = true;
};

const uriField = (uri: string, change: (uri: string) => void): TemplateResult =>
  html`<details><summary>${text('conceptUri')}</summary><input type="text" required aria-label=${text('conceptUri')} spellcheck="false" placeholder="https://www.example.org/concepts/…" .value=${uri} @invalid=${unfold} @input=${(event: Event) => change(enteredIn(event))} /></details>`;

function labelFields({ labels }: ConceptDraft, set: (part: Partial<ConceptDraft>) => void) {
  const fieldsetOf = ({ target }: Event) => (target as HTMLElement).closest('fieldset')!;
  const add = (event: Event) => {
    set({ labels: [...labels, newLabel('alternative')] });
    [...fieldsetOf(event).querySelectorAll<HTMLElement>('[autofocus]')].at(-1)?.focus();
  };
  const remove = (event: Event, index: number) => {
    const addButton = fieldsetOf(event).querySelector<HTMLElement>(':scope > button');
    set({ labels: labels.toSpliced(index, 1) });
    addButton?.focus();
  };
  const rows = labels.map((label, index) => {
    const edit = (part: Partial<ConceptLabel>) => set({ labels: labels.with(index, { ...label, ...part }) });
    const setKind = (event: Event) => edit({ kind: enteredIn(event) as ConceptLabel['kind'] });
    return html`<div class="label-row">
      <input type="text" required maxlength="500" ?autofocus=${label.text === ''} aria-label=${text('label')} .value=${label.text} @input=${(event: Event) => edit({ text: enteredIn(event) })} />
      <input type="text" class="tag" maxlength="35" aria-label=${text('language')} placeholder=${text('any')} .value=${label.language} @input=${(event: Event) => edit({ language: enteredIn(event) })} />
      <select aria-label=${text('kindOfLabel')} @change=${setKind}>
        ${labelKinds.map((kind) => html`<option value=${kind} .selected=${kind === label.kind}>${text(`label_${kind}`)}</option>`)}</select>
      <button type="button" class="square" aria-label=${text('removeNamed', { name: label.text })} @click=${(event: Event) => remove(event, index)}>×</button></div>`;
  });
  return html`<fieldset><legend>${text('labels')}</legend>${rows}
    <button type="button" @click=${add}>${text('addSynonym')}</button></fieldset>`;
}

/** A label in the language of the person, unless `language` names another one. */
export const newLabel = (
  kind: ConceptLabel['kind'],
  { text: words = '', language = locale.tag.split('-', 1)[0]! }: { text?: string; language?: string } = {},
): ConceptLabel => ({ text: words, language, kind });
