/** Account: the access token, and the configurations and search spaces that it can read. */
import { ApiError, type Connection, listConfigurations } from '@semantic-search/client';
import type { Space } from '@semantic-search/contract';
import type { PageData } from '../../page-data.ts';
import { loadSpaces } from './requests.ts';
import {
  claimsOf,
  forgetToken,
  maySearch,
  mayWrite,
  rejectionReason,
  storedToken,
  storeToken,
  type TokenClaims,
} from './token-storage.ts';

export interface ConfigurationSummary {
  id: number;
  title: string;
  visible: boolean;
}

export class Account {
  /** Undefined without a token of a person; the page's own token is used instead. */
  claims: TokenClaims | undefined;
  /** Reason why the given token is rejected; empty otherwise. */
  rejection = '';
  list: ConfigurationSummary[];
  activeId: number | null = null;
  /** Undefined if the token cannot read them. */
  spaces: readonly Space[] | undefined;
  #token = '';
  readonly #pageToken: string;

  constructor({ token, configurations }: PageData) {
    this.#pageToken = token;
    this.list = configurations.map(({ id, title }) => ({ id, title, visible: true }));
  }

  get connection(): Connection {
    return { endpoint: '', token: this.#token || this.#pageToken };
  }

  get mayWrite(): boolean {
    return this.claims !== undefined && mayWrite(this.claims);
  }

  /** A personal token that permits searching previews any configuration; the token of the page previews only one. */
  get searchToken(): string {
    return this.claims && maySearch(this.claims) ? this.#token : this.#pageToken;
  }

  /** Signs in with the token of this tab. Returns false without a valid one. */
  async signInFromStorage(): Promise<boolean> {
    const stored = storedToken();
    return stored !== '' && this.signIn(stored);
  }

  /** Returns true if the server accepts the token; else `rejection` has the reason. */
  async signIn(given: string): Promise<boolean> {
    const token = given.trim().replace(/^Bearer\s+/i, '');
    this.rejection = rejectionReason(token) || (await this.#verify(token));
    if (this.rejection) forgetToken();
    else storeToken(token);
    return this.rejection === '';
  }

  async readList(): Promise<void> {
    const { activeConfigId, configurations } = await listConfigurations(this.connection);
    this.activeId = activeConfigId;
    this.list = configurations.map(({ id, config: { title, visible } }) => ({ id, title, visible }));
  }

  /** Reason why the server rejects the token; empty if it accepts it. */
  async #verify(token: string): Promise<string> {
    const previous = this.#token;
    this.#token = token;
    try {
      await this.readList();
      this.spaces = await loadSpaces(token);
      this.claims = claimsOf(token);
      return '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#token = previous;
      return error.detail;
    }
  }
}
