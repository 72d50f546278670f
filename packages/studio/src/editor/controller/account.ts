/** Account: the access token, and the configurations and search spaces that it can read. */
import { ApiError, type Connection, listConfigurations } from '@semantic-search/client';
import type { Space } from '@semantic-search/contract';
import type { PageData } from '../../configuration-picker.ts';
import { loadSpaces } from './requests.ts';
import {
  forgetToken,
  type Holder,
  holderOf,
  maySearch,
  mayWrite,
  rejectionReason,
  storedToken,
  storeToken,
} from './token-storage.ts';

export interface ConfigurationSummary {
  id: number;
  title: string;
  visible: boolean;
}

export class Account {
  /** Undefined without a token; then the page's own token is used. */
  holder: Holder | undefined;
  /** Reason why the given token is rejected; empty otherwise. */
  refusal = '';
  list: ConfigurationSummary[];
  activeId: number | null = null;
  spaces: readonly Space[] = [];
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
    return this.holder !== undefined && mayWrite(this.holder);
  }

  /** The page's own token previews one configuration; a personal token any, if it permits searching. */
  get searchToken(): string {
    return this.holder && maySearch(this.holder) ? this.#token : this.#pageToken;
  }

  /** Signs in with the token of this tab. Returns false without a valid one. */
  async signInAgain(): Promise<boolean> {
    const stored = storedToken();
    return stored !== '' && this.signIn(stored);
  }

  /** Returns true if the server accepts the token; else `refusal` has the reason. */
  async signIn(given: string): Promise<boolean> {
    const token = given.trim().replace(/^Bearer\s+/i, '');
    this.refusal = rejectionReason(token) || (await this.#try(token));
    if (this.refusal) forgetToken();
    else storeToken(token);
    return this.refusal === '';
  }

  async readList(): Promise<void> {
    const { activeConfigId, configurations } = await listConfigurations(this.connection);
    this.activeId = activeConfigId;
    this.list = configurations.map(({ id, config: { title, visible } }) => ({ id, title, visible }));
  }

  /** Reason why the server rejects the token; empty if it accepts it. */
  async #try(token: string): Promise<string> {
    const previous = this.#token;
    this.#token = token;
    try {
      await this.readList();
      this.spaces = await loadSpaces(token);
      this.holder = holderOf(token);
      return '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#token = previous;
      return error.detail;
    }
  }
}
