/** Search spaces with the runs of sources, and the progress of runs that have not ended. */
import { ApiError, getSource, listSpaces } from '@semantic-search/client';
import type { Space, SpaceSource } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Account } from '../../editor/controller/account.ts';
import { runMessage } from '../../text/service-message.ts';
import { formatTime, text } from '../../text/text.ts';

/**
 * Polling instead of server-sent events: a request takes about a millisecond of the server, and needs no open
 * connection, which proxies buffer or end. Polling continues by itself after the network or the server was unavailable.
 */
const POLL_INTERVAL_MS = 1000;

/** Search spaces with their sources. Follows runs until all have ended; if the server does not respond, it asks again. */
export class SpaceList {
  readonly #account: Account;
  readonly #update: () => void;
  readonly #onEnd: () => void;
  spaces: readonly Space[] = [];
  #isFollowing = false;
  #isOpen = true;

  /** `update` renders the spaces; `onEnd` is called when a run has ended, before its outcome is rendered. */
  constructor(account: Account, update: () => void, onEnd: () => void) {
    this.#account = account;
    this.#update = update;
    this.#onEnd = onEnd;
  }

  close(): void {
    this.#isOpen = false;
  }

  async load(): Promise<void> {
    ({ spaces: this.spaces } = await listSpaces(this.#account.connection));
    void this.#follow();
  }

  /** Replaces a source that has changed; its run may have started. */
  replace(space: string, changed: SpaceSource): void {
    const replaced = (source: SpaceSource) => (source.id === changed.id ? changed : source);
    this.spaces = this.spaces.map((current) =>
      current.name === space ? { ...current, sources: (current.sources ?? []).map(replaced) } : current,
    );
    void this.#follow();
  }

  /** Only people who may start runs see their progress. */
  async #follow(): Promise<void> {
    if (this.#isFollowing || !this.#account.may('spaces:write')) return;
    this.#isFollowing = true;
    while (this.#isOpen && this.#running.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      await this.#poll();
      if (this.#isOpen) this.#update();
    }
    this.#isFollowing = false;
  }

  get #running(): { space: string; id: string }[] {
    return this.spaces.flatMap(({ name, sources = [] }) =>
      sources.filter((source) => stateOf(source) !== 'idle').map(({ id }) => ({ space: name, id })),
    );
  }

  async #poll(): Promise<void> {
    const { connection } = this.#account;
    const ends = await Promise.all(
      this.#running.map(async ({ space, id }) => {
        try {
          const source = await getSource(connection, space, id);
          this.replace(space, source);
          return stateOf(source) === 'idle';
        } catch (error) {
          // A source that was deleted meanwhile has no run.
          return error instanceof ApiError && error.status === 404;
        }
      }),
    );
    if (!ends.includes(true)) return;
    this.#onEnd();
    // The document counts have changed. If the request fails, the previous counts stay.
    const list = await listSpaces(connection).catch(() => undefined);
    if (list) this.spaces = list.spaces;
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
