/** Port of the stores for configurations and tokens: what the adapter package of a database implements. */
export {
  type IssuedToken,
  MAX_EXPIRED_ENTRIES,
  type Origins,
  originsOf,
  type TokenStore,
} from '../auth/token-store.ts';
export type { Finding } from '../backup/diagnosis.ts';
export {
  affectedIds,
  applyEvent,
  type ChangeRecord,
  type Effect,
  type Event,
  emptyState,
  type State,
  type StoredConfiguration,
  type View,
} from '../configurations/reducer.ts';
export { batchRanges, type ConfigurationStore, configurationStore } from '../configurations/store.ts';
export { ProblemError } from '../errors/problem.ts';
export { issuedSince, type Revocation, type StateLocation, type StoredTokens } from './state-location.ts';
export type { Stores } from './stores.ts';
