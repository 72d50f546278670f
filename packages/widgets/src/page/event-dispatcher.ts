/** Store subscriber that dispatches events, announces changes and updates the URL. */
import type { ApiError } from '@semantic-search/client';
import type { SelectedFacet } from '@semantic-search/contract';
import type { LitElement } from 'lit';
import { emit } from '../events.ts';
import type { Locale } from '../locale/locale.ts';
import { errorText, isRefused } from '../markup/error-messages.ts';
import { outcome } from '../results/status.ts';
import { exampleOf } from '../search-box/example-query.ts';
import type { Change, SearchStore } from '../store/search-store.ts';
import type { AddressKeeper } from '../url-state/url-sync.ts';
import { tryImport } from '../util/lazy-import.ts';
import type { Announcer } from './announcer.ts';
import type { LazyParts } from './lazy-components.ts';
import type { PageActions } from './page-actions.ts';
import { firstParts } from './page-body.ts';

interface Page extends LitElement {
  readonly session: SearchStore | undefined;
  readonly locale: Locale;
}

interface Helpers {
  address: AddressKeeper;
  announcer: Announcer;
  parts: LazyParts;
  actions: PageActions;
}

/** Seconds; who is asked to come back later than that does it by hand. */
const longest = 600;

export class SessionTeller {
  readonly #page: Page;
  readonly #helpers: Helpers;
  #lastFacets: readonly SelectedFacet[] = [];
  #refusal = '';

  constructor(page: Page, helpers: Helpers) {
    this.#page = page;
    this.#helpers = helpers;
  }

  /** What has happened in it already is told now. */
  follow(session: SearchStore): void {
    this.#lastFacets = session.question.selectedFacets;
    session.follow((change) => this.#tell(session, change));
    const { pending, settings, answer, error, isSlow } = session;
    if (pending || answer || error) this.#tell(session, 'question');
    if (settings) this.#tell(session, 'settings');
    if (answer) this.#tell(session, 'answer');
    if (error) this.#tell(session, 'error');
    if (isSlow) this.#tell(session, 'slow');
  }

  #tell(session: SearchStore, change: Change): void {
    const { address, actions, announcer } = this.#helpers;
    const { settings, error } = session;
    this.#page.requestUpdate();
    if (change === 'settings' && settings) {
      if (settings.filter.componentOrder.includes('trends')) this.#helpers.parts.need('trends');
      emit(this.#page, 'semantic-search-ready', { settings });
      this.#needFilters(session);
      void this.#fill(session);
    }
    if (change === 'question') this.#tellQuestion(session);
    if (change === 'slow') announcer.say(this.#page.locale.text('slow'));
    if (change === 'document') {
      address.write(session);
      actions.documentChanged(session.document !== undefined);
    }
    if (change === 'answer') this.#tellAnswer(session);
    if (change === 'error' && error) {
      announcer.say(errorText(error, this.#page.locale));
      if (isRefused(error)) this.#tellOwner(error);
      emit(this.#page, 'semantic-search-error', { error });
      this.#tryLater(session, error);
    }
  }

  /** When the time is over that the service asked for, unless the visitor has tried before; nobody counts seconds. */
  #tryLater(session: SearchStore, error: ApiError): void {
    const { retryAfter } = error;
    const again = () => this.#page.session === session && session.error === error && session.retry();
    if (retryAfter && retryAfter < longest) setTimeout(again, 1000 * retryAfter);
  }

  /** Once: settings and results are refused alike. */
  #tellOwner({ detail }: ApiError): void {
    if (this.#refusal !== detail) console.error(`<semantic-search>: ${detail}`);
    this.#refusal = detail;
  }

  #tellQuestion(session: SearchStore): void {
    const { question } = session;
    const { selectedFacets } = question;
    this.#helpers.address.write(session);
    emit(this.#page, 'semantic-search-query', { question });
    if (selectedFacets === this.#lastFacets) return;
    this.#lastFacets = selectedFacets;
    emit(this.#page, 'semantic-search-facet-change', { selectedFacets });
  }

  #tellAnswer(session: SearchStore): void {
    const { actions, announcer } = this.#helpers;
    const { question, answer } = session;
    this.#needFilters(session);
    actions.example ||= exampleOf(answer!);
    void this.#fill(session);
    const { locale } = this.#page;
    const notice = session.notice ? ` ${locale.text(session.notice)}` : '';
    if (!session.error) announcer.say(outcome(session, locale) + notice);
    emit(this.#page, 'semantic-search-results', { question, response: answer! });
  }

  /** Once the results are painted, which a visitor waits for; the room of the filters is kept meanwhile. */
  #needFilters({ settings, answer }: SearchStore): void {
    if (!settings || !answer) return;
    const need = () => firstParts(settings).map((name) => this.#helpers.parts.need(name));
    requestAnimationFrame(() => setTimeout(need));
  }

  /** Only a page that has a template loads what fills it. */
  async #fill(session: SearchStore): Promise<void> {
    const template = this.#page.querySelector<HTMLTemplateElement>(':scope > template[slot=result]');
    if (!template || !session.answer || !session.settings) return;
    const loaded = await tryImport(import('../results/result-templates.ts'));
    // Without it the results stand as they do where there is no template.
    loaded?.fillTemplates(this.#page, template, session, this.#helpers);
    this.#page.requestUpdate();
  }
}
