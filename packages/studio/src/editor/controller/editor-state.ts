/** Editor state: saved settings, draft with the unsaved changes, version, and field errors. */
import type { ApiResponse } from '@semantic-search/client';
import type { ConfigurationOutcome, ConfigurationSettings } from '@semantic-search/contract';
import { type Difference, differences, keyOf, type Path, withChanges, withValue } from '../settings/draft.ts';
import { errorsByKey, type FieldErrors, withoutErrorsAt } from '../settings/error-message.ts';
import { keepIdentities, keepIdentitiesAlong } from '../settings/identity.ts';
import type { Schema } from '../settings/schema.ts';
import type { Conflict } from './conflict.ts';

export class EditorState {
  /** Id of the configuration; null if there is none. */
  id: number | null;
  /** Undefined until loaded. */
  saved: ConfigurationSettings | undefined;
  draft: ConfigurationSettings | undefined;
  errors: FieldErrors = new Map();
  /** Set if someone else saved in the meantime. */
  conflict: Conflict | undefined;
  #etag = '';

  constructor(id: number | null) {
    this.id = id;
  }

  get changes(): Difference[] {
    return this.saved && this.draft ? differences(this.saved, this.draft) : [];
  }

  /** Options of a request that is conditional on the version read last; the response has the next version. */
  get version() {
    return { ifMatch: this.#etag, onHeaders: this.keepVersion };
  }

  readonly keepVersion = (headers: ApiResponse['headers']): void => {
    this.#etag = headers.get('etag') ?? '';
  };

  load({ config }: { config: ConfigurationSettings }): void {
    keepIdentities(this.draft, config);
    this.saved = config;
    this.draft = config;
    this.errors = new Map();
  }

  /** Applies the outcome of saving `sent`. Changes since then stay: the person may continue typing during the save. */
  applyOutcome(outcome: ConfigurationOutcome, sent = this.draft, schema?: Schema): void {
    const changesSince = differences(sent, this.draft);
    this.load(outcome);
    this.errors = errorsByKey(outcome, schema, sent);
    this.draft = withChanges(changesSince, outcome.config);
  }

  change(path: Path, value: unknown): void {
    const previous = this.draft;
    if (!previous) return;
    this.draft = withValue(previous, path, value);
    keepIdentitiesAlong(path, previous, this.draft);
    this.errors = withoutErrorsAt(this.errors, path);
  }

  /** Reports an error that the editor itself found. */
  fail(path: Path, message: string): void {
    this.errors = new Map([...this.errors, [keyOf(path), message]]);
  }

  discard(): void {
    this.draft = this.saved;
    this.errors = new Map();
  }

  /** Replaces the local changes with the saved version of the other person. */
  acceptTheirs(): void {
    const theirs = this.#settle()?.theirs;
    if (theirs) this.load(theirs);
  }

  /** Rebases the local changes onto the other version; settings that only the other person changed stay. */
  rebaseOntoTheirs(): void {
    const conflict = this.#settle();
    if (!conflict) return;
    this.saved = conflict.theirs.config;
    this.draft = withChanges(conflict.ourChanges, this.saved);
  }

  #settle(): Conflict | undefined {
    const { conflict } = this;
    this.conflict = undefined;
    if (conflict) this.#etag = conflict.etag;
    return conflict;
  }
}
