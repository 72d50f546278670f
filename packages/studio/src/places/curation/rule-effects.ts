/** Effects of a curation rule: pinned and hidden documents, redirect, and banner. */
import { search } from '@semantic-search/client';
import type { CurationRule, RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { locale, text } from '../../text/text.ts';
import { Lookup } from '../lookup.ts';
import { enteredIn } from '../place.ts';
import { documentRow } from './document-row.ts';
import { textField, withoutEmpty } from './rule-fields.ts';
import type { RuleNames } from './rule-names.ts';

type Change = (rule: CurationRule) => void;
type Pin = NonNullable<CurationRule['pin']>[number];

const MAX_FOUND = 8;

export class RuleEffects {
  readonly #names: RuleNames;
  readonly #documents: Lookup<RetrievedDocument>;

  constructor(names: RuleNames, rerender: () => void) {
    this.#names = names;
    this.#documents = new Lookup(async (input) => {
      const request = { input, count: MAX_FOUND, language: locale.tag };
      return (await search(names.connection, names.configuration, request)).result;
    }, rerender);
  }

  render(rule: CurationRule, change: Change): TemplateResult {
    const { pin = [], hide = [], redirect = '', banner } = rule;
    const isUsed = ({ id }: RetrievedDocument) => hide.includes(id) || pin.some((pinned) => pinned.id === id);
    return html`<fieldset><legend>${text('effect')}</legend>
      ${pin.map((pinned) => this.#pinned(rule, pinned, change))}
      ${hide.map((id) => this.#hidden(rule, id, change))}
      ${this.#documents.render({
        label: text('findDocument'),
        row: documentRow,
        choose: (found) => {
          this.#names.learnDocuments([found]);
          if (!isUsed(found)) change(withPin(rule, found.id));
          document.querySelector<HTMLElement>('.rule-form .lookup:last-of-type input')?.focus();
        },
      })}
      ${textField(text('leadToPage'), redirect, (value) => change(withoutEmpty({ ...rule, redirect: value })), { type: 'url', placeholder: 'https://…' })}
      ${textField(text('showText'), banner?.text ?? '', (shown) => change(withoutEmpty({ ...rule, banner: shown ? { ...banner, text: shown } : undefined })), { maxlength: 500 })}
      ${banner ? textField(text('linkOfText'), banner.link ?? '', (link) => change({ ...rule, banner: withoutEmpty({ ...banner, link }) }), { type: 'url', placeholder: 'https://…' }) : nothing}
    </fieldset>`;
  }

  #pinned(rule: CurationRule, pinned: Pin, change: Change): TemplateResult {
    const pin = rule.pin!;
    const known = this.#names.document(pinned.id);
    // Of two documents at one position, only the first would be pinned: they change places.
    const move = (event: Event) => {
      const position = Number(enteredIn(event)) || 1;
      const swapped = pin.map((each) => (each.position === position ? { ...pinned, id: each.id } : each));
      change({ ...rule, pin: swapped.with(pin.indexOf(pinned), { ...pinned, position }) });
    };
    const remove = () => change(withoutEmpty({ ...rule, pin: pin.filter((other) => other !== pinned) }));
    return html`<div class="pinned">${documentRow(known)}
      <label>${text('atPosition')} <input type="number" min="1" max="1000" .value=${`${pinned.position}`} @change=${move} /></label>
      <button type="button" @click=${remove}>${text('remove')}<span class="visually-hidden"> ${known.title}</span></button></div>`;
  }

  #hidden(rule: CurationRule, id: string, change: Change): TemplateResult {
    const known = this.#names.document(id);
    const remove = () => change({ ...rule, hide: rule.hide!.filter((other) => other !== id) });
    return html`<div class="pinned">${documentRow(known)} <span class="badge">${text('isHidden')}</span>
      <button type="button" @click=${remove}>${text('remove')}<span class="visually-hidden"> ${known.title}</span></button></div>`;
  }
}

/** Pins the document at the first free position. */
export function withPin(rule: CurationRule, id: string): CurationRule {
  const { pin = [] } = rule;
  let position = 1;
  while (pin.some((other) => other.position === position)) position++;
  return { ...rule, pin: [...pin, { id, position }] };
}
