/** The editor: what is being edited by whom, and everything that can be done with it. Knows no markup. */
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
import type { Configuration, ConfigurationOutcome, LogEntry, Settings } from '@semantic-search/contract';
import type { Start } from '../choice.ts';
import { Account } from './account.ts';
import { type Conflict, readConflict } from './conflict.ts';
import { applied, changedPart, type Difference, differences, type Path, withValue } from './draft.ts';
import { errorsByKey, withoutErrorsAt } from './faults.ts';
import { keepAlong, keepSame } from './identity.ts';
import { loadSchema } from './requests.ts';
import type { Schema } from './schema.ts';

export interface Message {
  text: string;
  isBad: boolean;
  /** The service does not take the token, any longer. */
  isUnknown?: boolean;
}

const silence: Message = { text: '', isBad: false };

export class Editor {
  readonly account: Account;
  id: number | null;
  saved: Settings | undefined;
  draft: Settings | undefined;
  schema: Schema | undefined;
  errors: ReadonlyMap<string, string> = new Map();
  conflict: Conflict | undefined;
  history: { entries: LogEntry[]; total: number } | undefined;
  /** What happened last, for all to read and hear. */
  message: Message = silence;
  isBusy = false;
  #etag = '';
  /** What the page's own token is for. */
  readonly #chosen: number | null;
  readonly #changed: () => void;

  constructor(start: Start, id: number | null, changed: () => void) {
    this.account = new Account(start);
    this.#chosen = start.chosen;
    this.id = id;
    this.#changed = changed;
  }

  get changes(): Difference[] {
    return this.saved && this.draft ? differences(this.saved, this.draft) : [];
  }

  /** Reads with the token kept in this tab, else with that of the page. */
  async open(): Promise<void> {
    await this.#attempt(async () => {
      this.schema = await loadSchema();
      if (await this.account.signInAgain()) return this.#openAs();
      this.id = this.#chosen;
      if (this.id !== null) await this.#read(this.id);
    });
  }

  /** False when the service does not take the token: the account has the reason. */
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
    if (!this.draft) return;
    const former = this.draft;
    if (!this.message.isBad) this.message = silence;
    this.draft = withValue(former, path, value);
    keepAlong(path, former, this.draft);
    this.errors = withoutErrorsAt(this.errors, path);
    this.#changed();
  }

  discard(): void {
    this.draft = this.saved;
    this.errors = new Map();
    this.#tell('Your changes are dropped.');
  }

  /** Nothing is saved where a setting is wrong, unless `leavingOut`: then all but those. */
  async save({ leavingOut = false } = {}): Promise<boolean> {
    const { id, saved, draft } = this;
    if (id === null || !saved || !draft || this.isBusy || this.changes.length === 0) return true;
    return this.#attempt(async () => {
      const config = changedPart(saved, draft);
      const options = { ifMatch: this.#etag, strict: !leavingOut, onHeaders: this.#keepTag };
      const outcome = await updateConfiguration(this.account.connection, id, { config }, options);
      // Nobody has to stop typing while it is saved.
      const since = differences(draft, this.draft);
      this.#takeOutcome(outcome, 'Saved. Visitors see it from now on.');
      this.draft = applied(since, outcome.config);
      await this.account.readList();
    });
  }

  /** What they saved takes the place of what was changed here. */
  takeTheirs(): void {
    const { conflict } = this;
    if (!conflict) return;
    this.#etag = conflict.etag;
    this.conflict = undefined;
    this.#take(conflict.theirs);
    this.#tell('You see what the other person saved.');
  }

  /** What was changed here is saved over theirs; what only they changed stays as they have it. */
  async saveOverTheirs(): Promise<boolean> {
    const { conflict, draft, saved } = this;
    if (!conflict || !draft || !saved) return false;
    const ours = conflict.ourChanges;
    this.conflict = undefined;
    this.#etag = conflict.etag;
    this.saved = conflict.theirs.config;
    this.draft = applied(ours, this.saved);
    return this.save();
  }

  backToEditing(): void {
    this.conflict = undefined;
    this.#changed();
  }

  /** Resolves to the id of the new configuration, which visitors are not offered yet. */
  async create(config: Partial<Settings>): Promise<number | undefined> {
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
    const title = `${this.saved?.title.slice(0, 190) ?? ''} (copy)`;
    return this.create({ ...this.saved, title });
  }

  async remove(): Promise<boolean> {
    const { id } = this;
    if (id === null) return false;
    return this.#attempt(async () => {
      await deleteConfiguration(this.account.connection, id, { ifMatch: this.#etag });
      this.draft = this.saved;
    });
  }

  async activate(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    await this.#attempt(async () => {
      await activateConfiguration(this.account.connection, id);
      await this.account.readList();
      this.#tell('It is the active configuration now.');
    });
  }

  /** More of it when some is there already. */
  async readHistory(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    await this.#attempt(async () => {
      const before = this.history?.entries ?? [];
      const { total, logs } = await getConfigurationLogs(this.account.connection, id, {
        start: before.length,
        count: 20,
      });
      this.history = { total, entries: [...before, ...logs] };
    });
  }

  closeHistory(): void {
    this.history = undefined;
    this.#changed();
  }

  async restore(version: number): Promise<void> {
    const { id } = this;
    if (id === null) return;
    await this.#attempt(async () => {
      const options = { ifMatch: this.#etag, onHeaders: this.#keepTag };
      const outcome = await restoreConfiguration(this.account.connection, id, version, options);
      this.history = undefined;
      this.#takeOutcome(outcome, outcome.message);
      await this.account.readList();
    });
  }

  #keepTag = (headers: Headers): void => {
    this.#etag = headers.get('etag') ?? '';
  };

  /** Who signs in again, because a token has ended, finds the changes that were not saved. */
  async #openAs(): Promise<void> {
    const { list, activeId } = this.account;
    if (!list.some(({ id }) => id === this.id)) {
      if (this.id !== null)
        this.message = { text: `There is no configuration ${this.id} any more.`, isBad: true };
      this.id = activeId ?? list[0]?.id ?? null;
    }
    if (this.id !== null && this.changes.length === 0) await this.#read(this.id);
  }

  async #read(id: number): Promise<void> {
    this.#take(await getConfiguration(this.account.connection, id, { onHeaders: this.#keepTag }));
  }

  #take({ config }: Pick<Configuration | ConfigurationOutcome, 'config'>): void {
    keepSame(this.draft, config);
    this.saved = config;
    this.draft = config;
    this.errors = new Map();
  }

  /** What was not taken is told as what went wrong is. */
  #takeOutcome(outcome: ConfigurationOutcome, success: string): void {
    this.#take(outcome);
    this.errors = errorsByKey(outcome);
    if (this.errors.size === 0) this.#tell(success);
    else this.message = { text: 'Saved, but with this to look at:', isBad: true };
  }

  /** False when it failed; what went wrong is told. */
  async #attempt(action: () => Promise<void>): Promise<boolean> {
    this.isBusy = true;
    this.message = silence;
    this.#changed();
    try {
      await action();
      return true;
    } catch (error) {
      // What explains it, such as a look at what others changed, may fail itself.
      await this.#explain(error).catch((next) => this.#explain(next));
      return false;
    } finally {
      this.isBusy = false;
      this.#changed();
    }
  }

  async #explain(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const { id, saved, draft } = this;
    if (error.code === 'precondition-failed' && id !== null && saved && draft) {
      this.conflict = await readConflict(this.account.connection, id, { saved, draft });
      return;
    }
    this.errors = errorsByKey(error);
    this.message = { text: error.detail, isBad: true, isUnknown: error.code === 'unauthorized' };
  }

  #tell(text: string): void {
    this.message = { text, isBad: false };
    this.#changed();
  }
}
