/** Editor state: saved and draft settings, version, and field errors. */
import type { ConfigurationOutcome, ConfigurationSettings } from '@semantic-search/contract';
import type { Conflict } from './conflict.ts';
import { applied, type Difference, differences, type Path, withValue } from './draft.ts';
import { errorsByKey, type Faults, withoutErrorsAt } from './field-errors.ts';
import { keepAlong, keepSame } from './identity.ts';

export class Edited {
  /** Id of the configuration; null if there is none. */
  id: number | null;
  /** Undefined until loaded. */
  saved: ConfigurationSettings | undefined;
  draft: ConfigurationSettings | undefined;
  errors: Faults = new Map();
  /** Set if someone else saved in the meantime. */
  conflict: Conflict | undefined;
  #etag = '';

  constructor(id: number | null) {
    this.id = id;
  }

  get changes(): Difference[] {
    return this.saved && this.draft ? differences(this.saved, this.draft) : [];
  }

  /** The request is conditional on the version read last; the response has the next version. */
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

  /** Applies the saved result of the draft that was `sent`; the user may continue typing during the save. */
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

  /** Replaces the local changes with the saved version of the other person. */
  takeTheirs(): void {
    const theirs = this.#settle()?.theirs;
    if (theirs) this.take(theirs);
  }

  /** Rebases the local changes onto the other version; settings that only the other person changed stay. */
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
