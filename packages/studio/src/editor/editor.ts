/** Editor controller: account, state and actions, without markup. */
import {
  ApiError,
  activateConfiguration,
  createConfiguration,
  deleteConfiguration,
  getConfiguration,
  getConfigurationLogs,
  restoreConfiguration,
  updateConfiguration,
} from '@semantic-search/client';
import type { ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import type { Start } from '../configuration-picker.ts';
import { Account } from './account.ts';
import { readConflict } from './conflict.ts';
import { changedPart, type Path } from './draft.ts';
import { Edited } from './editor-state.ts';
import { errorsByKey } from './field-errors.ts';
import { loadSchema } from './requests.ts';
import type { Schema } from './schema.ts';

export interface Message {
  text: string;
  isBad: boolean;
  /** The server rejects the token. */
  isUnknown?: boolean;
}

const silence: Message = { text: '', isBad: false };

export class Editor {
  readonly account: Account;
  readonly edited: Edited;
  schema: Schema | undefined;
  history: { entries: LogEntry[]; total: number } | undefined;
  /** The last outcome, also announced to screen readers. */
  message: Message = silence;
  isBusy = false;
  /** Configuration of the page's own token. */
  readonly #chosen: number | null;
  readonly #changed: () => void;

  constructor(start: Start, id: number | null, changed: () => void) {
    this.account = new Account(start);
    this.edited = new Edited(id);
    this.#chosen = start.chosen;
    this.#changed = changed;
  }

  /** Loads with the token of this tab, else with that of the page. */
  async open(): Promise<void> {
    await this.#attempt(async () => {
      this.schema = await loadSchema();
      if (await this.account.signInAgain()) return this.#openAs();
      this.edited.id = this.#chosen;
      await this.#read();
    });
  }

  /** Returns false if the server rejects the token; the account has the reason. */
  async signIn(token: string): Promise<boolean> {
    let isTaken = false;
    await this.#attempt(async () => {
      isTaken = await this.account.signIn(token);
      if (!isTaken) return;
      const name = this.account.holder?.name;
      this.#tell(`You are signed in${name ? ` as ${name}` : ''}.`);
      await this.#openAs();
    });
    return isTaken;
  }

  change(path: Path, value: unknown): void {
    if (!this.message.isBad) this.message = silence;
    this.edited.change(path, value);
    this.#changed();
  }

  discard(): void {
    this.edited.discard();
    this.#tell('Your changes were discarded.');
  }

  /** Saves nothing if a setting is invalid, unless `leavingOut`: then saves the valid ones. */
  async save({ leavingOut = false } = {}): Promise<boolean> {
    const { edited, account } = this;
    const { id, saved, draft, changes } = edited;
    if (id === null || !saved || !draft || this.isBusy || changes.length === 0) return true;
    return this.#attempt(async () => {
      const config = changedPart(saved, draft);
      const options = { ...edited.version, strict: !leavingOut };
      edited.takeOutcome(await updateConfiguration(account.connection, id, { config }, options), draft);
      this.#tellOutcome('Saved. The changes are live.');
      await account.readList();
    });
  }

  takeTheirs(): void {
    this.edited.takeTheirs();
    this.#tell('Loaded the version of the other person.');
  }

  async saveOverTheirs(): Promise<boolean> {
    this.edited.putOverTheirs();
    return this.save();
  }

  backToEditing(): void {
    this.edited.conflict = undefined;
    this.#changed();
  }

  /** Resolves to the id of the new, hidden configuration. */
  async create(config: Partial<ConfigurationSettings>): Promise<number | undefined> {
    let made: number | undefined;
    await this.#attempt(async () => {
      const { id } = await createConfiguration(this.account.connection, {
        config: { ...config, visible: false },
      });
      made = id;
    });
    return made;
  }

  duplicate(): Promise<number | undefined> {
    const { saved } = this.edited;
    return this.create({ ...saved, title: `${saved?.title.slice(0, 190) ?? ''} (copy)` });
  }

  async remove(): Promise<boolean> {
    return this.#attemptWith(async (id) => {
      await deleteConfiguration(this.account.connection, id, { ifMatch: this.edited.version.ifMatch });
      this.edited.discard();
    });
  }

  async activate(): Promise<void> {
    await this.#attemptWith(async (id) => {
      await activateConfiguration(this.account.connection, id);
      await this.account.readList();
      this.#tell('This is now the active configuration.');
    });
  }

  /** Loads the next page if a part is loaded already. */
  async readHistory(): Promise<void> {
    await this.#attemptWith(async (id) => {
      const before = this.history?.entries ?? [];
      const part = { start: before.length, count: 20 };
      const { total, logs } = await getConfigurationLogs(this.account.connection, id, part);
      this.history = { total, entries: [...before, ...logs] };
    });
  }

  closeHistory(): void {
    this.history = undefined;
    this.#changed();
  }

  async restore(version: number): Promise<void> {
    const { edited, account } = this;
    await this.#attemptWith(async (id) => {
      const outcome = await restoreConfiguration(account.connection, id, version, edited.version);
      this.history = undefined;
      edited.takeOutcome(outcome);
      this.#tellOutcome(outcome.message);
      await account.readList();
    });
  }

  /** Signing in again after a token expired keeps unsaved changes. */
  async #openAs(): Promise<void> {
    const { edited } = this;
    const { list, activeId } = this.account;
    if (!list.some(({ id }) => id === edited.id)) {
      if (edited.id !== null)
        this.message = { text: `There is no configuration ${edited.id} any more.`, isBad: true };
      edited.id = activeId ?? list[0]?.id ?? null;
    }
    if (edited.changes.length === 0) await this.#read();
  }

  async #read(): Promise<void> {
    const { id, keepVersion } = this.edited;
    if (id === null) return;
    this.edited.take(await getConfiguration(this.account.connection, id, { onHeaders: keepVersion }));
  }

  /** Like `#attempt` with the current configuration; false without one. */
  async #attemptWith(action: (id: number) => Promise<void>): Promise<boolean> {
    const { id } = this.edited;
    return id !== null && this.#attempt(() => action(id));
  }

  /** Returns false and reports the error if the action failed. */
  async #attempt(action: () => Promise<void>): Promise<boolean> {
    this.isBusy = true;
    this.message = silence;
    this.#changed();
    try {
      await action();
      return true;
    } catch (error) {
      // Explaining the error can fail too, for example loading the other version.
      await this.#explain(error).catch((next) => this.#explain(next));
      return false;
    } finally {
      this.isBusy = false;
      this.#changed();
    }
  }

  async #explain(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const { edited } = this;
    const { id, saved, draft } = edited;
    if (error.code === 'precondition-failed' && id !== null && saved && draft) {
      edited.conflict = await readConflict(this.account.connection, id, { saved, draft });
      return;
    }
    edited.errors = errorsByKey(error);
    this.message = { text: error.detail, isBad: true, isUnknown: error.code === 'unauthorized' };
  }

  /** Reports rejected settings like errors. */
  #tellOutcome(success: string): void {
    if (this.edited.errors.size === 0) this.#tell(success);
    else this.message = { text: 'Saved with warnings:', isBad: true };
  }

  #tell(text: string): void {
    this.message = { text, isBad: false };
    this.#changed();
  }
}
