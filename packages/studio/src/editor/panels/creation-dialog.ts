/** Dialog for a new search: from a search space, the defaults, another configuration, or a file. */
import { createConfiguration, getConfiguration } from '@semantic-search/client';
import type { ConfigurationOutcome, ConfigurationSettings } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { editorUrl } from '../../page-data.ts';
import { reasonOf, serviceMessage } from '../../text/service-message.ts';
import { text } from '../../text/text.ts';
import type { Account } from '../controller/account.ts';
import { copyTitle } from '../settings/labels.ts';
import { configurationOptions } from './configuration-list.ts';
import { dialog } from './dialogs.ts';

type Settings = Partial<ConfigurationSettings>;

const starts = ['space', 'defaults', 'copy', 'file'] as const;
type Start = (typeof starts)[number];

/** What the person has chosen to start from. */
interface Choice {
  start?: Start;
  space?: string;
  /** Configuration to copy. */
  id?: number;
}

export class CreationDialog {
  readonly #account: Account;
  readonly #update: () => void;
  #isOpen = false;
  #isBusy = false;
  #choice: Choice = {};
  /** Settings of the chosen file. */
  #fileSettings: Settings | undefined;
  #problem = '';
  /** The new configuration, if settings in the file were rejected. */
  #created: ConfigurationOutcome | undefined;

  constructor(account: Account, update: () => void) {
    this.#account = account;
    this.#update = update;
  }

  open(choice: Choice = {}): void {
    this.#choice = { start: 'space', ...choice };
    this.#isOpen = true;
    this.#fileSettings = undefined;
    this.#problem = '';
    this.#created = undefined;
    this.#update();
  }

  #close = (): void => {
    this.#isOpen = false;
    this.#update();
  };

  render(): TemplateResult {
    return dialog({
      id: 'dialog-create',
      title: text('newSearch'),
      isOpen: this.#isOpen,
      close: this.#close,
      content: () => (this.#created ? this.#rejectedSettings(this.#created) : this.#form()),
    });
  }

  #form(): TemplateResult {
    const { start } = this.#choice;
    const choose = ({ target }: Event) => {
      this.#choice = { ...this.#choice, start: (target as HTMLSelectElement).value as Start };
      this.#problem = '';
      this.#update();
    };
    const offered = starts.filter((name) => name !== 'copy' || this.#account.list.length > 0);
    const hasTitle = start === 'copy' || start === 'file';
    return html`<form @submit=${this.#create}>
      <div class="field"><label for="new-title">${text('title')}</label><input id="new-title" name="title" type="text" ?required=${!hasTitle} placeholder=${hasTitle ? this.#defaultTitle() : nothing} maxlength="200" autocomplete="off" /></div>
      <div class="field"><label for="new-start">${text('startFrom')}</label><select id="new-start" @change=${choose}>${offered.map((name) => html`<option value=${name} .selected=${name === start}>${text(`start_${name}`)}</option>`)}</select></div>
      ${this.#sourceField()}
      ${start === 'space' ? html`<p class="hint">${text('creationHint')}</p>` : nothing}
      <p class="wrong" role="alert">${this.#problem}</p>
      <div class="buttons"><button type="button" @click=${this.#close}>${text('cancel')}</button><button type="submit" class="primary" ?disabled=${this.#isBusy}>${text('create')}</button></div>
    </form>`;
  }

  #sourceField(): TemplateResult {
    if (this.#choice.start === 'copy') return this.#copyField();
    if (this.#choice.start !== 'file') return this.#spaceField();
    return html`<div class="field"><label for="new-file">${text('searchFile')}</label><input id="new-file" type="file" required accept=".json,application/json" @change=${this.#readFile} /></div>`;
  }

  #spaceField(): TemplateResult {
    const { spaces = [] } = this.#account;
    return html`<div class="field"><label for="new-space">${text('searchSpace')}</label>${
      spaces.length > 0
        ? html`<select id="new-space" name="space">${spaces.map(({ name, documents }) => html`<option value=${name} .selected=${name === this.#choice.space}>${text('spaceWithDocuments', { name, count: documents })}</option>`)}</select>`
        : html`<input id="new-space" name="space" type="text" required maxlength="100" autocomplete="off" />`
    }</div>`;
  }

  #copyField(): TemplateResult {
    const choose = ({ target }: Event) => {
      this.#choice = { ...this.#choice, id: Number((target as HTMLSelectElement).value) };
      this.#update();
    };
    return html`<div class="field"><label for="new-copy">${text('search')}</label><select id="new-copy" @change=${choose}>${configurationOptions(this.#account.list, this.#copied?.id)}</select></div>`;
  }

  #rejectedSettings({ id, config, errors }: ConfigurationOutcome): TemplateResult {
    return html`<p role="alert">${text('createdWithProblems', { title: config.title })}</p>
      <ul>${errors.map(({ key, message }) => html`<li><code>${key}</code> ${serviceMessage(message)}</li>`)}</ul>
      <div class="buttons"><a class="button" href=${editorUrl(id)}>${text('editor')}</a></div>`;
  }

  get #copied() {
    const { list } = this.#account;
    return list.find(({ id }) => id === this.#choice.id) ?? list[0];
  }

  /** Default title of the new configuration, if the person types none. */
  #defaultTitle(): string {
    if (this.#choice.start === 'file') return this.#fileSettings?.title ?? '';
    return copyTitle(this.#copied?.title);
  }

  #readFile = async ({ target }: Event): Promise<void> => {
    const [file] = (target as HTMLInputElement).files ?? [];
    this.#fileSettings = file && settingsIn(await file.text());
    this.#problem = file && !this.#fileSettings ? text('notASearchFile', { file: file.name }) : '';
    this.#update();
  };

  #create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const title = (data.get('title') as string).trim();
    if (this.#choice.start === 'file' && !this.#fileSettings) return;
    this.#isBusy = true;
    this.#update();
    try {
      const settings = await this.#settings(data.get('space') as string);
      const config = { ...settings, title: title || this.#defaultTitle(), visible: false };
      const outcome = await createConfiguration(this.#account.connection, { config });
      if (outcome.errors.length === 0) location.assign(editorUrl(outcome.id));
      else this.#created = outcome;
    } catch (error) {
      this.#problem = reasonOf(error);
    } finally {
      this.#isBusy = false;
      this.#update();
    }
  };

  async #settings(searchSpace: string): Promise<Settings> {
    const { start } = this.#choice;
    if (start === 'file') return this.#fileSettings!;
    if (start === 'space') return { searchSpace };
    // If the settings contain `result`, the server derives nothing from the documents.
    if (start === 'defaults') return { searchSpace, result: {} as ConfigurationSettings['result'] };
    return (await getConfiguration(this.#account.connection, this.#copied!.id)).config;
  }
}

/** Settings of an exported configuration; undefined for any other text. */
function settingsIn(json: string): Settings | undefined {
  try {
    const { config } = JSON.parse(json) as { config?: unknown };
    return config && typeof config === 'object' && !Array.isArray(config) ? config : undefined;
  } catch {
    return undefined;
  }
}
