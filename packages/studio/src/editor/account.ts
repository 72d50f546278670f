/** Who edits, with which token, and what the service lets them see: the configurations and search spaces there are. */
import { ApiError, type Connection, listConfigurations } from '@semantic-search/client';
import type { Space } from '@semantic-search/contract';
import type { Start } from '../configuration-picker.ts';
import { loadSpaces } from './requests.ts';
import {
  forgetToken,
  type Holder,
  holderOf,
  keepToken,
  keptToken,
  maySearch,
  mayWrite,
  refusalOf,
} from './token-storage.ts';

export interface Listed {
  id: number;
  title: string;
  visible: boolean;
}

export class Account {
  /** Undefined for a visitor, who sees what the page's own token permits. */
  holder: Holder | undefined;
  /** Why the token that was given is not used, in words; empty where there is nothing to say. */
  refusal = '';
  list: Listed[];
  activeId: number | null = null;
  spaces: readonly Space[] = [];
  #token = '';
  readonly #pageToken: string;

  constructor({ token, configurations }: Start) {
    this.#pageToken = token;
    this.list = configurations.map(({ id, title }) => ({ id, title, visible: true }));
  }

  get connection(): Connection {
    return { endpoint: '', token: this.#token || this.#pageToken };
  }

  get mayWrite(): boolean {
    return this.holder !== undefined && mayWrite(this.holder);
  }

  /** The page's own token shows one configuration; that of a person any, where it permits searching. */
  get searchToken(): string {
    return this.holder && maySearch(this.holder) ? this.#token : this.#pageToken;
  }

  /** With the token that is kept in this tab. False when there is none that holds. */
  async signInAgain(): Promise<boolean> {
    const kept = keptToken();
    return kept !== '' && this.signIn(kept);
  }

  /** True when the service takes the token; else `refusal` says why not. */
  async signIn(given: string): Promise<boolean> {
    const token = given.trim().replace(/^Bearer\s+/i, '');
    this.refusal = refusalOf(token) || (await this.#try(token));
    if (this.refusal) forgetToken();
    else keepToken(token);
    return this.refusal === '';
  }

  async readList(): Promise<void> {
    const { activeConfigId, configurations } = await listConfigurations(this.connection);
    this.activeId = activeConfigId;
    this.list = configurations.map(({ id, config: { title, visible } }) => ({ id, title, visible }));
  }

  /** Why the service does not take it; empty when it does. */
  async #try(token: string): Promise<string> {
    const former = this.#token;
    this.#token = token;
    try {
      await this.readList();
      this.spaces = await loadSpaces(token);
      this.holder = holderOf(token);
      return '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#token = former;
      return error.detail;
    }
  }
}
