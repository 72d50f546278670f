/** The editor: what is being edited by whom, and everything that can be done with it. Knows no markup. */
import {
  ApiError,
  activateConfiguration,
  type Connection,
  createConfiguration,
  deleteConfiguration,
  getConfiguration,
  getConfigurationLogs,
  listConfigurations,
  restoreConfiguration,
  updateConfiguration,
} from '@semantic-search/client';
import type {
  Configuration,
  ConfigurationOutcome,
  LogEntry,
  Settings,
  Space,
} from '@semantic-search/contract';
import type { Start } from '../choice.ts';
import { type Conflict, readConflict } from './conflict.ts';
import { changedPart, type Difference, differences, type Path, valueAt, withValue } from './draft.ts';
import { errorsByKey, withoutErrorsAt } from './faults.ts';
import { keepIdentity } from './fields/entries-field.ts';
import { forgetToken, type Holder, holderOf, keepToken, keptToken, mayWrite, refusalOf } from './holder.ts';
import { loadSchema, loadSpaces } from './requests.ts';
import type { Schema } from './schema.ts';

export interface Listed {
  id: number;
  title: string;
  visible: boolean;
}

export interface Message {
  text: string;
  isBad: boolean;
  /** The service does not take the token, any longer. */
  isUnknown?: boolean;
}

const silence: Message = { text: '', isBad: false };

export class Editor {
  token = '';
  holder: Holder | undefined;
  /** Why the token that was given is not used, in words. */
  refusal = '';
  list: Listed[] = [];
  activeId: number | null = null;
  id: number | null;
  saved: Settings | undefined;
  draft: Settings | undefined;
  schema: Schema | undefined;
  spaces: readonly Space[] = [];
  errors: ReadonlyMap<string, string> = new Map();
  conflict: Conflict | undefined;
  history: { entries: LogEntry[]; total: number } | undefined;
  /** What happened last, for all to read and hear. */
  message: Message = silence;
  isBusy = false;
  #etag = '';
  readonly #start: Start;
  readonly #changed: () => void;

  constructor(start: Start, id: number | null, changed: () => void) {
    this.#start = start;
    this.id = id;
    this.#changed = changed;
  }

  get mayWrite(): boolean {
    return this.holder !== undefined && mayWrite(this.holder);
  }

  get changes(): Difference[] {
    return this.saved && this.draft ? differences(this.saved, this.draft) : [];
  }

  /** Reads with the token kept in this tab, else with that of the page. */
  async open(): Promise<void> {
    await this.#attempt(async () => {
      this.schema = await loadSchema();
      const kept = keptToken();
      if (!(kept && (await this.#sign(kept)))) await this.#readAsVisitor();
    });
  }

  /** True when the service takes the token; else `refusal` says why not. */
  async useToken(given: string): Promise<boolean> {
    const token = given.trim().replace(/^Bearer\s+/i, '');
    const taken = await this.#sign(token);
    if (taken) this.#tell(`You are signed in${this.holder?.name ? ` as ${this.holder.name}` : ''}.`);
    return taken;
  }

  change(path: Path, value: unknown): void {
    if (!this.draft) return;
    const former = this.draft;
    if (!this.message.isBad) this.message = silence;
    this.draft = withValue(former, path, value);
    for (let length = 1; length <= path.length; length++) {
      const part = path.slice(0, length);
      keepIdentity(valueAt(former, part), valueAt(this.draft, part));
    }
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
    if (id === null || !saved || !draft || this.changes.length === 0) return true;
    return this.#attempt(async () => {
      const config = changedPart(saved, draft);
      const options = { ifMatch: this.#etag, strict: !leavingOut, onHeaders: this.#keepTag };
      const outcome = await updateConfiguration(this.#connection, id, { config }, options);
      this.#take(outcome);
      await this.#reloadList();
      this.#tell(leavingOut ? outcome.message : 'Saved. Visitors see it from now on.');
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
    this.draft = ours.reduce((merged, { path, after }) => withValue(merged, path, after), this.saved);
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
      const { id } = await createConfiguration(this.#connection, { config: { ...config, visible: false } });
      made = id;
    });
    return made;
  }

  duplicate(): Promise<number | undefined> {
    const title = `${this.saved?.title ?? ''} (copy)`.slice(-200);
    return this.create({ ...this.saved, title });
  }

  async remove(): Promise<boolean> {
    const { id } = this;
    if (id === null) return false;
    return this.#attempt(async () => {
      await deleteConfiguration(this.#connection, id, { ifMatch: this.#etag });
      this.draft = this.saved;
    });
  }

  async activate(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    await this.#attempt(async () => {
      await activateConfiguration(this.#connection, id);
      await this.#reloadList();
      this.#tell('It is the active configuration now.');
    });
  }

  /** More of it when some is there already. */
  async readHistory(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    await this.#attempt(async () => {
      const before = this.history?.entries ?? [];
      const { total, logs } = await getConfigurationLogs(this.#connection, id, {
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
      const outcome = await restoreConfiguration(this.#connection, id, version, options);
      this.history = undefined;
      this.#take(outcome);
      await this.#reloadList();
      this.#tell(outcome.message);
    });
  }

  get #connection(): Connection {
    return { endpoint: '', token: this.token || this.#start.token };
  }

  #keepTag = (headers: Headers): void => {
    this.#etag = headers.get('etag') ?? '';
  };

  async #sign(token: string): Promise<boolean> {
    this.refusal = refusalOf(token);
    if (!this.refusal) await this.#signAs(token);
    if (this.refusal) forgetToken();
    this.#changed();
    return this.refusal === '';
  }

  async #signAs(token: string): Promise<void> {
    const former = this.token;
    this.token = token;
    try {
      await this.#reloadList();
      this.spaces = await loadSpaces(token);
      const { list } = this;
      if (!list.some(({ id }) => id === this.id)) this.id = this.activeId ?? list[0]?.id ?? null;
      // Who signs in again, because a token has ended, finds the changes that were not saved.
      if (this.id !== null && this.changes.length === 0) await this.#read(this.id);
      this.holder = holderOf(token);
      keepToken(token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.token = former;
      this.refusal = error.detail;
    }
  }

  async #readAsVisitor(): Promise<void> {
    this.list = this.#start.configurations.map(({ id, title }) => ({ id, title, visible: true }));
    this.id = this.#start.chosen;
    if (this.id !== null) await this.#read(this.id);
  }

  async #read(id: number): Promise<void> {
    this.#take(await getConfiguration(this.#connection, id, { onHeaders: this.#keepTag }));
  }

  async #reloadList(): Promise<void> {
    const { activeConfigId, configurations } = await listConfigurations(this.#connection);
    this.activeId = activeConfigId;
    this.list = configurations.map(({ id, config: { title, visible } }) => ({ id, title, visible }));
  }

  #take({ config }: Pick<Configuration | ConfigurationOutcome, 'config'>): void {
    this.saved = config;
    this.draft = config;
    this.errors = new Map();
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
      this.conflict = await readConflict(this.#connection, id, { saved, draft });
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
