/** Editor controller: account, state and actions, without markup. */
import * as api from '@semantic-search/client';
import type { PageData } from '../../page-data.ts';
import { problemText } from '../../text/service-message.ts';
import { text } from '../../text/text.ts';
import { changedPart, type Path } from '../settings/draft.ts';
import { errorsByKey } from '../settings/error-message.ts';
import { copyTitle } from '../settings/labels.ts';
import type { Schema } from '../settings/schema.ts';
import { Account } from './account.ts';
import { readConflict } from './conflict.ts';
import { EditorState } from './editor-state.ts';
import { loadSchema } from './schema-and-script.ts';

interface Message {
  text: string;
  isError: boolean;
  /** The session has ended. */
  isUnauthorized?: boolean;
}

const NO_MESSAGE: Message = { text: '', isError: false };

export class Editor {
  readonly account: Account;
  readonly state: EditorState;
  schema: Schema | undefined;
  /** The last outcome, also announced to screen readers. */
  message: Message = NO_MESSAGE;
  isBusy = false;
  /** Configuration that the page's own token permits. */
  readonly #chosen: number | null;
  /** Whether the address names a configuration, so that no other configuration is opened. */
  readonly #isRequested: boolean;
  readonly #changed: () => void;

  /** `requested` is the configuration of the address; null if it names none. */
  constructor(pageData: PageData, requested: number | null, changed: () => void) {
    this.account = new Account(pageData);
    this.state = new EditorState(requested ?? pageData.chosen);
    this.#chosen = pageData.chosen;
    this.#isRequested = requested !== null;
    this.#changed = changed;
  }

  /** Loads with the session of a person, else with the token of the page. */
  async open(): Promise<void> {
    await this.attempt(async () => {
      this.schema = await loadSchema();
      if (await this.account.open()) return this.#openAccount();
      // Without a visible configuration, there is nothing to see before signing in.
      if (this.state.id === null) return location.replace('/studio');
      // The page's own token reads only the configuration that the server chose.
      if (this.state.id === this.#chosen) return this.#read();
      this.announce(text('hiddenOrMissing', { configuration: this.#name }), { isError: true });
    });
  }

  /** Returns false if the server rejects the link; the account has the reason. */
  async signIn(link?: string): Promise<boolean> {
    let isAccepted = false;
    await this.attempt(async () => {
      isAccepted = await this.account.signIn(link);
      if (!isAccepted) return;
      const name = this.account.session?.name;
      this.announce(name ? text('signedInAs', { name }) : text('youAreSignedIn'));
      await this.#openAccount();
    });
    return isAccepted;
  }

  change(path: Path, value: unknown): void {
    if (!this.message.isError) this.message = NO_MESSAGE;
    this.state.change(path, value);
    this.#changed();
  }

  fail(path: Path, message: string): void {
    this.state.fail(path, message);
    this.#changed();
  }

  /** Replaces results, filters and details in the draft by settings that fit the documents of the search space. */
  async derive(): Promise<void> {
    const { state, account } = this;
    const { draft } = state;
    if (!draft) return;
    await this.attempt(async () => {
      const { searchSpace } = draft;
      const { config } = await api.getDefaultConfiguration(account.connection, { searchSpace });
      for (const group of ['result', 'filter', 'details'] as const) state.change([group], config[group]);
      this.announce(text('settingsFit'));
    });
  }

  discard(): void {
    this.state.discard();
    this.announce(text('changesDiscarded'));
  }

  /** Saves nothing if a setting is invalid; with `validOnly`, saves the valid settings. */
  async save({ validOnly = false } = {}): Promise<boolean> {
    const { state, account } = this;
    const { id, saved, draft, changes } = state;
    if (id === null || !saved || !draft || this.isBusy || changes.length === 0) return true;
    return this.attempt(async () => {
      const config = changedPart(saved, draft);
      const options = { ...state.version, strict: !validOnly };
      const outcome = await api.updateConfiguration(account.connection, id, { config }, options);
      state.applyOutcome(outcome, draft, this.schema);
      await account.readList();
      const isShown = state.saved?.visible || id === account.activeId;
      this.announceOutcome(text(isShown ? 'savedLive' : 'savedHidden'));
    });
  }

  acceptTheirs(): void {
    this.state.acceptTheirs();
    this.announce(text('loadedTheirs'));
  }

  async saveOurs(): Promise<boolean> {
    this.state.rebaseOntoTheirs();
    return this.save();
  }

  backToEditing(): void {
    this.state.conflict = undefined;
    this.#changed();
  }

  /** Resolves to the id of the new, hidden configuration. */
  async duplicate(): Promise<number | undefined> {
    const { saved } = this.state;
    let id: number | undefined;
    await this.attempt(async () => {
      const config = { ...saved, title: copyTitle(saved?.title), visible: false };
      ({ id } = await api.createConfiguration(this.account.connection, { config }));
    });
    return id;
  }

  async remove(): Promise<boolean> {
    return this.attemptOnCurrent(async (id) => {
      await api.deleteConfiguration(this.account.connection, id, { ifMatch: this.state.version.ifMatch });
      this.state.discard();
    });
  }

  async activate(): Promise<void> {
    await this.attemptOnCurrent(async (id) => {
      await api.setActiveConfiguration(this.account.connection, id);
      await this.account.readList();
      this.announce(text('nowActive'));
    });
  }

  /** Opens the account. Signing in again after a session ended keeps unsaved changes. */
  async #openAccount(): Promise<void> {
    const { state } = this;
    const { list, activeId } = this.account;
    const ids = list.map(({ id }) => id);
    if (!this.#isRequested && state.id === null) state.id = activeId ?? ids[0] ?? null;
    if (state.id !== null && !ids.includes(state.id))
      this.announce(text('doesNotExist', { configuration: this.#name }), { isError: true });
    else if (state.changes.length === 0) await this.#read();
  }

  /** Whether the main page shows this configuration first. */
  get isActive(): boolean {
    const { id } = this.state;
    return id !== null && id === this.account.activeId;
  }

  get #name(): string {
    const { id } = this.state;
    return Number.isInteger(id)
      ? text('configurationNumber', { id: `${id}` })
      : text('configurationInAddress');
  }

  async #read(): Promise<void> {
    const { id, keepVersion } = this.state;
    if (id === null) return;
    this.state.load(await api.getConfiguration(this.account.connection, id, { onHeaders: keepVersion }));
  }

  /** Like `attempt` with the current configuration; false without one. */
  async attemptOnCurrent(action: (id: number) => Promise<void>): Promise<boolean> {
    const { id } = this.state;
    return id !== null && this.attempt(() => action(id));
  }

  /** Runs an action of the person. Returns false and reports the error if the action failed. */
  async attempt(action: () => Promise<void>): Promise<boolean> {
    this.isBusy = true;
    this.message = NO_MESSAGE;
    this.#changed();
    try {
      await action();
      return true;
    } catch (error) {
      // The explanation of the error can fail too, for example when it loads the other version.
      await this.#explain(error).catch((nextError) => this.#explain(nextError));
      return false;
    } finally {
      this.isBusy = false;
      this.#changed();
    }
  }

  async #explain(error: unknown): Promise<void> {
    if (!(error instanceof api.ApiError)) throw error;
    const { state } = this;
    const { id, saved, draft } = state;
    if (error.code === 'precondition-failed' && id !== null && saved && draft) {
      state.conflict = await readConflict(this.account.connection, id, { saved, draft });
      return;
    }
    state.errors = errorsByKey(error, this.schema, draft);
    this.message = { text: problemText(error), isError: true, isUnauthorized: error.code === 'unauthorized' };
  }

  /** Reports rejected settings like errors. */
  announceOutcome(success: string): void {
    if (this.state.errors.size === 0) this.announce(success);
    else this.announce(text('savedWithWarnings'), { isError: true });
  }

  /** Shows a message until the next action. */
  announce(words: string, { isError = false } = {}): void {
    this.message = { text: words, isError };
    this.#changed();
  }
}
