/** Port of the stores for configurations and tokens: what the adapter package of a database implements. */
export {
  type IssuedToken,
  MAX_EXPIRED_ENTRIES,
  noTokens,
  type Origins,
  originsOf,
  type TokenFile,
  type TokenStore,
} from '../auth/token-store.ts';
export {
  type ActivationRecord,
  activated,
  type ConfigurationDocument,
  deletedVersion,
  firstVersion,
  type History,
  historyPage,
  initialState,
  type LogRecord,
  type NextVersion,
  nextId,
  type StateDocument,
  type StoredConfiguration,
  settingsAt,
  updatedVersion,
} from '../configurations/document.ts';
export type { SettingsPlan } from '../configurations/merge-settings.ts';
export { type ConfigurationStore, type Precondition, unknownConfiguration } from '../configurations/store.ts';
export { ProblemError } from '../errors/problem.ts';
export type { StateLocation } from './state-location.ts';
export type { Stores } from './stores.ts';
