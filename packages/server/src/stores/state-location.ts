/** Port for backups and migrations: a location that stores configurations and tokens. */
import type { TokenFile } from '../auth/token-store.ts';
import type { ConfigurationDocument, StateDocument } from '../configurations/document.ts';

export interface StoredState {
  /** In ascending order of ID, with deleted ones. */
  configurations: ConfigurationDocument[];
  state: StateDocument;
  tokens: TokenFile;
}

export interface StateLocation {
  /** For messages, such as `the data directory`. */
  name: string;
  /** Throws if anything is damaged. */
  read(): Promise<StoredState>;
  /** Replaces configurations and tokens. */
  write(state: StoredState): Promise<void>;
}
