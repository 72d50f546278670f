/** Storage ports of a server for configurations, tokens and the audit trail, with their documents. */
import Type, { type Static } from 'typebox';
import type { AuditEntry, AuditTrail } from './messages/audit.ts';
import { scopes } from './parts/scopes.ts';
import { ConfigurationSettings, DocumentScope } from './settings/settings.ts';

export * from './insight-storage.ts';
export { MIN_VISITS_OF_QUERY } from './messages/insight.ts';
export { withDefaultSettings } from './settings/defaults.ts';

/** A change of a configuration. `undo` (RFC 6902) leads from the settings of this version back to the previous settings. */
export const LogRecord = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  date: Type.String({ format: 'date-time' }),
  user: Type.String(),
  action: Type.Enum(['created', 'updated', 'deleted', 'undeleted']),
  undo: Type.Array(
    Type.Object({
      op: Type.Enum(['add', 'remove', 'replace']),
      path: Type.String(),
      value: Type.Optional(Type.Unknown()),
    }),
  ),
});
export type LogRecord = Static<typeof LogRecord>;

/** Content of `configurations/<id>.json`. */
export const ConfigurationDocument = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  user: Type.String(),
  created: Type.String({ format: 'date-time' }),
  config: ConfigurationSettings,
  version: Type.Integer({ minimum: 1 }),
  deleted: Type.Optional(Type.Literal(true)),
  log: Type.Array(LogRecord),
});
export type ConfigurationDocument = Static<typeof ConfigurationDocument>;

/** A configuration without its log. Immutable: a change replaces it. */
export type StoredConfiguration = Readonly<Omit<ConfigurationDocument, 'log'>>;

/** A configuration was activated or deactivated. `version` is its version at that time. */
export const ActivationRecord = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  version: Type.Integer({ minimum: 1 }),
  date: Type.String({ format: 'date-time' }),
  user: Type.String(),
  action: Type.Enum(['activated', 'deactivated']),
});
export type ActivationRecord = Static<typeof ActivationRecord>;

/** Version of the layout of the data directory. */
export const LAYOUT_VERSION = 2;

/** Content of `state.json`. */
export const StateDocument = Type.Object({
  schema: Type.Literal(LAYOUT_VERSION),
  activeId: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  log: Type.Array(ActivationRecord),
});
export type StateDocument = Static<typeof StateDocument>;

export const initialState: StateDocument = { schema: LAYOUT_VERSION, activeId: null, log: [] };

/** The next version of a configuration and the record for its log. */
export interface NextVersion {
  configuration: StoredConfiguration;
  record: LogRecord;
}

/** Another configuration, or none, becomes the active one. */
export interface Activation {
  activeId: number | null;
  records: ActivationRecord[];
}

/** A change that is saved as a whole. The active configuration changes before a deletion. */
export interface ConfigurationChange {
  next?: NextVersion;
  activation?: Activation;
}

/** All changes of one configuration: its log, and its activations in order. */
export interface History {
  /** Newest settings. */
  config: ConfigurationSettings;
  log: readonly LogRecord[];
  activations: readonly ActivationRecord[];
}

/** Thrown if a change was not saved, or if its outcome is unknown because the connection was lost. */
export class SaveError extends Error {
  override readonly name = 'SaveError';
  readonly outcome: 'unchanged' | 'unknown';
  constructor(outcome: 'unchanged' | 'unknown', cause: unknown) {
    super(`The change could not be saved; its outcome is ${outcome}.`, { cause });
    this.outcome = outcome;
  }
}

/** Keeps configurations. Their newest versions are in memory; the store of the server decides what changes. */
export interface ConfigurationStorage {
  /** Highest ID of all configurations, including deleted and damaged ones; 0 without configurations. */
  readonly highestId: number;
  readonly activeId: number | null;
  /** All configurations in ascending order of ID, including deleted ones. */
  all(): Iterable<StoredConfiguration>;
  /** Also finds a deleted configuration. */
  find(id: number): StoredConfiguration | undefined;
  /** Rejects if the history cannot be read. */
  history(id: number): Promise<History | undefined>;
  /**
   * Calls `decide`, perhaps again, under a lock, when memory has the newest versions. Saves the change durably, if there is one,
   * then changes the memory. Resolves to the result of `decide`. Rejects with a SaveError, or with what `decide` throws.
   */
  save<Result>(decide: () => { change?: ConfigurationChange; result: Result }): Promise<Result>;
  /** Damaged parts, for the operator: the error message by name of the part. */
  readonly damage: ReadonlyMap<string, string>;
  /** Message for the operator if nothing can be written; otherwise null. */
  unavailableReason(): string | null;
  close(): Promise<void>;
}

const instant = Type.String({ format: 'date-time' });

/** A token that was issued or used; the token itself is not stored. */
export const IssuedToken = Type.Object({
  jti: Type.String(),
  name: Type.String(),
  /** Empty for an access token. */
  configurations: Type.Array(Type.Integer()),
  /** Scopes of an access token; absent for a publishable token. */
  scopes: Type.Optional(Type.Array(Type.Enum([...scopes]))),
  /** Absent if the token is not limited to search spaces. */
  spaces: Type.Optional(Type.Array(Type.String())),
  /** Absent if the token is usable from any origin. */
  origins: Type.Optional(Type.Array(Type.String())),
  /** Absent if the token shows all documents of the configurations. */
  filter: Type.Optional(DocumentScope),
  issued: instant,
  expires: instant,
  /** Day of the last use, ISO 8601. */
  used: Type.Optional(Type.String()),
});
export type IssuedToken = Static<typeof IssuedToken>;

/** Content of `tokens.json`. */
export const TokenFile = Type.Object({
  issued: Type.Array(IssuedToken),
  /** `expires` is absent if unknown, as for unseen external tokens; such revocations are never deleted. */
  revoked: Type.Array(Type.Object({ jti: Type.String(), date: instant, expires: Type.Optional(instant) })),
});
export type TokenFile = Static<typeof TokenFile>;

/**
 * Expired tokens and revocations beyond this number are deleted, the longest expired first. Deletion by age alone would follow
 * a clock that is wrong, and revoked tokens would become valid again.
 */
export const MAX_EXPIRED_ENTRIES = 1000;

/** Keeps issued tokens and revocations. */
export interface TokenStorage {
  /** Issued tokens, oldest first, and the `jti` of revoked tokens. Each change replaces the object. */
  readonly tokens: { issued: readonly IssuedToken[]; revoked: ReadonlySet<string> };
  /** Adds tokens; replaces those with the same `jti`. Rejects with a SaveError, as does `revoke`. */
  record(tokens: readonly IssuedToken[]): Promise<void>;
  /** `expires` (ISO 8601) is the expiry time if known. Resolves to false if the token was revoked already. */
  revoke(jti: string, expires?: string): Promise<boolean>;
}

/** Keeps the entries of the audit trail. */
export interface AuditStorage {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first; skips the first `start` entries. */
  read(start: number, count: number): Promise<AuditTrail>;
}

/** Configurations and tokens as a whole, for backups. */
export interface StoredState {
  /** Configurations in ascending order of ID, including deleted ones. */
  configurations: ConfigurationDocument[];
  state: StateDocument;
  tokens: TokenFile;
}

export interface StateLocation {
  /** Throws if anything is damaged. */
  read(): Promise<StoredState>;
  /** Replaces configurations and tokens. */
  write(state: StoredState): Promise<void>;
}
