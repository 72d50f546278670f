/** What is being edited: settings as they are saved and as they are drafted, of which version, and what is wrong with them. */
import type { ConfigurationOutcome, ConfigurationSettings } from '@semantic-search/contract';
import type { Conflict } from './conflict.ts';
import { applied, type Difference, differences, type Path, withValue } from './draft.ts';
import { errorsByKey, type Faults, withoutErrorsAt } from './field-errors.ts';
import { keepAlong, keepSame } from './identity.ts';

export class Edited {
  /** Of the configuration; null where there is none. */
  id: number | null;
  /** Undefined until they are read. */
  saved: ConfigurationSettings | undefined;
  draft: ConfigurationSettings | undefined;
  errors: Faults = new Map();
  /** Someone else saved meanwhile. */
  conflict: Conflict | undefined;
  #etag = '';

  constructor(id: number | null) {
    this.id = id;
  }

  get changes(): Difference[] {
    return this.saved && this.draft ? differences(this.saved, this.draft) : [];
  }

  /** The request is for the version that was read last, and its answer tells the next one. */
  get version() {
    return { ifMatch: this.#etag, onHeaders: this.keepVersion };
  }

  readonly keepVersion = (headers: Headers): void => {
    this.#etag = headers.get('etag') ?? '';
  };

  take({ config }: { config: ConfigurationSettings }): void {
    keepSame(this.draft, config);
    this.saved = config;
    this.draft = config;
    this.errors = new Map();
  }

  /** What the service made of the draft that was `sent`; nobody has to stop typing while it is saved. */
  takeOutcome(outcome: ConfigurationOutcome, sent = this.draft): void {
    const since = differences(sent, this.draft);
    this.take(outcome);
    this.errors = errorsByKey(outcome);
    this.draft = applied(since, outcome.config);
  }

  change(path: Path, value: unknown): void {
    const former = this.draft;
    if (!former) return;
    this.draft = withValue(former, path, value);
    keepAlong(path, former, this.draft);
    this.errors = withoutErrorsAt(this.errors, path);
  }

  discard(): void {
    this.draft = this.saved;
    this.errors = new Map();
  }

  /** What they saved takes the place of what was changed here. */
  takeTheirs(): void {
    const theirs = this.#settle()?.theirs;
    if (theirs) this.take(theirs);
  }

  /** What was changed here is a change to theirs; what only they changed stays as they have it. */
  putOverTheirs(): void {
    const conflict = this.#settle();
    if (!conflict) return;
    this.saved = conflict.theirs.config;
    this.draft = applied(conflict.ourChanges, this.saved);
  }

  #settle(): Conflict | undefined {
    const { conflict } = this;
    this.conflict = undefined;
    if (conflict) this.#etag = conflict.etag;
    return conflict;
  }
}
