/** Account: the session of a person, and the configurations and search spaces that it can read. */
import * as api from '@semantic-search/client';
import type { Scope, SessionOutcome, Space } from '@semantic-search/contract';
import type { PageData } from '../../page-data.ts';
import { reasonOf } from '../../text/service-message.ts';
import { text } from '../../text/text.ts';

export interface ConfigurationSummary {
  id: number;
  title: string;
  visible: boolean;
  /** Name of the configuration's search space; undefined for a visitor. */
  searchSpace?: string;
}

export type Session = NonNullable<SessionOutcome['session']>;

/** Key in the storage of the tab for the page where the sign-in through a provider began. */
const ORIGIN_KEY = 'semantic-search.signing-in';

/** A connection without a token: the browser sends the session's cookie. */
const withCookie: api.Connection = { endpoint: '', token: '' };

export class Account {
  /** Undefined for a visitor, who uses the page's own token. */
  session: Session | undefined;
  /** Name of the provider through which people sign in; empty without one. */
  readonly provider: string;
  /** Reason why the sign-in is rejected; empty otherwise. */
  rejection = '';
  list: ConfigurationSummary[];
  activeId: number | null = null;
  /** Undefined if the session cannot read them. */
  spaces: readonly Space[] | undefined;
  readonly #pageToken: string;

  constructor({ token, configurations, provider }: PageData) {
    this.provider = provider;
    this.#pageToken = token;
    this.list = configurations.map(({ id, title }) => ({ id, title, visible: true }));
  }

  get connection(): api.Connection {
    return this.session ? withCookie : { endpoint: '', token: this.#pageToken };
  }

  may(scope: Scope): boolean {
    return this.session?.scopes.includes(scope) ?? false;
  }

  get mayWrite(): boolean {
    return this.may('configurations:write');
  }

  /** Token for previews: the token of a session previews any configuration, the token of the page only one. */
  get searchToken(): string {
    return this.session?.searchToken ?? this.#pageToken;
  }

  /** Signs in with the code in the address or the provider's response; else resumes the session. False if there is none. */
  async open(): Promise<boolean> {
    if (location.hash.startsWith('#code=')) {
      const link = location.href;
      history.replaceState(history.state, '', location.pathname + location.search);
      if (await this.signIn(link)) return true;
    } else if (/[?&]state=/.test(location.search) && (await this.#returnFromProvider())) return true;
    // Reads the session; without a valid session, the person is a visitor.
    return this.#begin(api.getSession(withCookie).catch(() => ({ session: null })));
  }

  /**
   * Returns true if the server accepts the link or its code; else `rejection` has the reason. Without a link, the person goes
   * to the provider: in a new tab if this tab may have unsaved changes of a session.
   */
  signIn(link?: string): Promise<boolean> {
    if (link === undefined) return this.#try(() => this.#goToProvider());
    return this.#try(() =>
      this.#begin(api.signIn(withCookie, { code: link.trim().replace(/^.*#code=/, '') })),
    );
  }

  async #goToProvider(): Promise<boolean> {
    const { address } = await api.startSignIn(withCookie);
    sessionStorage.setItem(ORIGIN_KEY, location.href);
    if (this.session) window.open(address, '_blank', 'noopener');
    else location.assign(address);
    return false;
  }

  /** Signs in with the response of the provider, and returns to the page where the sign-in began. */
  async #returnFromProvider(): Promise<boolean> {
    const { code, state, iss } = Object.fromEntries(new URLSearchParams(location.search));
    history.replaceState(history.state, '', location.pathname);
    if (!code || !state) {
      this.rejection = text('signInRefused');
      return false;
    }
    const response = { code, state, ...(iss !== undefined && { iss }) };
    const isAccepted = await this.#try(() => this.#begin(api.signIn(withCookie, response)));
    const origin = sessionStorage.getItem(ORIGIN_KEY) ?? location.href;
    sessionStorage.removeItem(ORIGIN_KEY);
    if (isAccepted && origin !== location.href) location.replace(origin);
    return isAccepted;
  }

  async #try(begin: () => Promise<boolean>): Promise<boolean> {
    this.rejection = '';
    try {
      return await begin();
    } catch (error) {
      this.rejection = reasonOf(error);
      return false;
    }
  }

  /** Signs out by reloading the page; unsaved changes trigger the usual confirmation. */
  signOut = async (): Promise<void> => {
    // The session may have expired already.
    await api.signOut(withCookie).catch(() => undefined);
    location.reload();
  };

  /** The session has ended at the server; `reason` is shown where the person can sign in again. */
  end(reason: string): void {
    this.session = undefined;
    this.rejection = reason;
  }

  async readList(): Promise<void> {
    const { activeConfigId, configurations } = await api.listConfigurations(this.connection);
    this.activeId = activeConfigId;
    this.list = configurations.map(({ id, config }) => {
      const { title, visible, searchSpace } = config;
      return { id, title, visible, searchSpace };
    });
  }

  /** Reads the search spaces; if it fails, forms let the person type a name. */
  async readSpaces(): Promise<void> {
    const listed = await api.listSpaces(withCookie).catch(() => undefined);
    this.spaces = listed?.spaces;
  }

  async #begin(outcome: Promise<SessionOutcome>): Promise<boolean> {
    const { session } = await outcome;
    if (!session) return false;
    this.session = session;
    await this.readList();
    await this.readSpaces();
    return true;
  }
}
