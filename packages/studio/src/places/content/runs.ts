/** Runs of sources: their state, and their progress while they run. */
import { ApiError, getSource } from '@semantic-search/client';
import type { Space, SpaceSource } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Account } from '../../editor/controller/account.ts';
import { runMessage } from '../../text/service-message.ts';
import { formatTime, text } from '../../text/text.ts';

/**
 * Polling instead of server-sent events: a request takes about a millisecond of the server, and needs no open
 * connection, which proxies buffer or end. It goes on by itself after the network or the server was away.
 */
const POLL_INTERVAL_MS = 1000;

interface RunsView {
  /** Search spaces with their sources, as they are shown. */
  spaces(): readonly Space[];
  replace(space: string, source: SpaceSource): void;
  update(): void;
  /** Called when a run has ended, before its outcome is rendered. */
  onEnd(): Promise<void>;
}

/** Shows the progress of runs until all have ended; if the server does not respond, it asks again. */
export class RunFollower {
  readonly #account: Account;
  readonly #view: RunsView;
  #isFollowing = false;
  #isOpen = true;

  constructor(account: Account, view: RunsView) {
    this.#account = account;
    this.#view = view;
  }

  close(): void {
    this.#isOpen = false;
  }

  async follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    while (this.#isOpen && this.#running.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      await this.#poll();
      if (this.#isOpen) this.#view.update();
    }
    this.#isFollowing = false;
  }

  get #running(): { space: string; id: string }[] {
    return this.#view
      .spaces()
      .flatMap(({ name, sources = [] }) =>
        sources.filter((source) => stateOf(source) !== 'idle').map(({ id }) => ({ space: name, id })),
      );
  }

  async #poll(): Promise<void> {
    const { connection } = this.#account;
    const ends = await Promise.all(
      this.#running.map(async ({ space, id }) => {
        try {
          const source = await getSource(connection, space, id);
          this.#view.replace(space, source);
          return stateOf(source) === 'idle';
        } catch (error) {
          // A source that was deleted meanwhile has no run.
          return error instanceof ApiError && error.status === 404;
        }
      }),
    );
    if (ends.includes(true)) await this.#view.onEnd();
  }
}

export function stateOf({ last, next }: SpaceSource): 'idle' | 'starting' | 'running' {
  if (last && last.finished === undefined) return 'running';
  return next !== null && Date.parse(next) <= Date.now() ? 'starting' : 'idle';
}

export function runView(source: SpaceSource): TemplateResult {
  const { last } = source;
  const state = stateOf(source);
  if (state === 'starting') return html`<p role="status">${text('starting')}</p>`;
  if (!last) return html`<p>${text('notRunYet')}</p>`;
  const { visited = 0, known = 0, finished, succeeded, message } = last;
  if (finished === undefined)
    return html`<p class="run" role="status"><progress aria-label=${text('progress')} max=${Math.max(1, known)} value=${visited}></progress>
      ${known === 0 ? text('reading') : text('addressesRead', { visited, count: known })}</p>`;
  return html`<p class="run"><span class="badge ${succeeded ? 'active' : 'low'}">${succeeded ? text('wasRead') : text('endedWithProblems')}</span>
    ${formatTime(finished)}${message ? html` <bdi class="hint">${runMessage(message)}</bdi>` : nothing}</p>`;
}
