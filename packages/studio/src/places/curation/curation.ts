/** Curation: the place with the rules of a search; without a search, a link to create one. */
import { html, type TemplateResult } from 'lit';
import { placeUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import type { Place, PlaceContext } from '../place.ts';
import { RuleDraft } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.ts';
import { RuleNames } from './rule-names.ts';

export class CurationPlace implements Place {
  readonly #context: PlaceContext;
  /** Undefined until loaded, and without a search. */
  #editor: RuleEditor | undefined;

  constructor(context: PlaceContext) {
    this.#context = context;
  }

  get isDirty(): boolean {
    return this.#editor?.isDirty ?? false;
  }

  /** Loads the rules of the search in the address, or else of the active or the first search. */
  async load(): Promise<void> {
    const { account, parameters } = this.#context;
    const configuration =
      Number(parameters.get('configuration')) || (account.activeId ?? account.list[0]?.id);
    if (configuration === undefined) return;
    const draft = new RuleDraft(account, configuration);
    const [settings] = await Promise.all([draft.load(), account.readSpaces()]);
    const names = new RuleNames(this.#context, configuration, settings);
    this.#editor = new RuleEditor(this.#context, draft, names);
    await Promise.all([names.load(draft.rules), this.#editor.addRequested()]);
  }

  render(): TemplateResult {
    return (
      this.#editor?.render() ??
      html`<p class="notice">${text('noSearches')}
        <a class="button primary" href=${placeUrl('searches')}>${text('searches')}</a></p>`
    );
  }
}
