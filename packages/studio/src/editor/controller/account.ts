/** Account: the session of a person, and the configurations and search spaces that it can read. */
import {
  ApiError,
  type Connection,
  getSession,
  listConfigurations,
  listSpaces,
  signIn,
  signOut,
} from '@semantic-search/client';
import type { Scope, SessionOutcome, Space } from '@semantic-search/contract';
import type { PageData } from '../../page-data.ts';

export interface ConfigurationSummary {
  id: number;
  title: string;
  visible: boolean;
  /** Undefined for a visitor. */
  searchSpace?: string;
}

export type Session = NonNullable<SessionOutcome['session']>;

/** The cookie of the session goes along by itself. */
const withCookie: Connection = { endpoint: '', token: '' };

export class Account {
  /** Undefined for a visitor; the page's own token is used instead. */
  session: Session | undefined;
  /** Reason why the given link is rejected; empty otherwise. */
  rejection = '';
  list: ConfigurationSummary[];
  activeId: number | null = null;
  /** Undefined if the session cannot read them. */
  spaces: readonly Space[] | undefined;
  readonly #pageToken: string;

  constructor({ token, configurations }: PageData) {
    this.#pageToken = token;
    this.list = configurations.map(({ id, title }) => ({ id, title, visible: true }));
  }

  get connection(): Connection {
    return this.session ? withCookie : { endpoint: '', token: this.#pageToken };
  }

  may(scope: Scope): boolean {
    return this.session?.scopes.includes(scope) ?? false;
  }

  get mayWrite(): boolean {
    return this.may('configurations:write');
  }

  /** That of a session previews any configuration; the token of the page previews only one. */
  get searchToken(): string {
    return this.session?.searchToken ?? this.#pageToken;
  }

  /** Signs in with the code of the address, or goes on with the session. Returns false without one. */
  async open(): Promise<boolean> {
    if (location.hash.startsWith('#code=')) {
      const link = location.href;
      history.replaceState(history.state, '', location.pathname + location.search);
      return this.signIn(link);
    }
    // Without a valid session, the person is a visitor.
    return this.#begin(getSession(withCookie).catch(() => ({ session: null })));
  }

  /** Returns true if the server accepts the link or its code; else `rejection` has the reason. */
  async signIn(link: string): Promise<boolean> {
    const code = link.trim().replace(/^.*#code=/, '');
    this.rejection = '';
    try {
      return await this.#begin(signIn(withCookie, { code }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.rejection = error.detail;
      return false;
    }
  }

  /** Signs out by reloading the page; unsaved changes trigger the usual confirmation. */
  signOut = async (): Promise<void> => {
    // A session that has ended needs no end.
    await signOut(withCookie).catch(() => undefined);
    location.reload();
  };

  async readList(): Promise<void> {
    const { activeConfigId, configurations } = await listConfigurations(this.connection);
    this.activeId = activeConfigId;
    this.list = configurations.map(({ id, config }) => {
      const { title, visible, searchSpace } = config;
      return { id, title, visible, searchSpace };
    });
  }

  /** Without them, forms let the person type a name. */
  async readSpaces(): Promise<void> {
    this.spaces = await listSpaces(withCookie).then(
      ({ spaces }) => spaces,
      () => undefined,
    );
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
