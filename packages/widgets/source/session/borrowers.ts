/** The borrowers of a session: elements of the page that show what another element has asked. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { Session } from './session.ts';

interface Lender extends ReactiveControllerHost {
  readonly session: Session | undefined;
  readonly locale: Locale;
}

export class Borrowers implements ReactiveController {
  readonly #lender: Lender;
  readonly #panels = new Set<Element>();
  readonly #followers = new Set<() => void>();
  #lent: unknown[] = [];

  constructor(lender: Lender) {
    this.#lender = lender;
    lender.addController(this);
  }

  /** Whether the filters stand elsewhere in the page. */
  get haveFilters(): boolean {
    return this.#panels.size > 0;
  }

  /** Counts a panel that shows the filters instead of the lender; the returned function ends that. */
  adopt(panel: Element): () => void {
    this.#panels.add(panel);
    this.#lender.requestUpdate();
    return () => {
      this.#panels.delete(panel);
      this.#lender.requestUpdate();
    };
  }

  /** Calls `follower` whenever there is another session or locale; the returned function ends that. */
  follow(follower: () => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  hostUpdated(): void {
    const { session, locale } = this.#lender;
    if (this.#lent[0] === session && this.#lent[1] === locale) return;
    this.#lent = [session, locale];
    for (const follower of this.#followers) follower();
  }
}
