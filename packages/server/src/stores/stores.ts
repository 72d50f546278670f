/** The stores of a server: configurations and tokens, with what replicas share. */
import type { TokenStore } from '../auth/token-store.ts';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { MakeCounter } from '../http/rate-limit.ts';

export interface Stores {
  configurations: ConfigurationStore;
  tokens: TokenStore;
  /** Rate-limit counter shared by all replicas; absent without a database. */
  counter?: MakeCounter;
  /** True if no configuration has ever been created and no other replica is loading the demo data. */
  isFresh(): Promise<boolean>;
  close(): Promise<void>;
}
