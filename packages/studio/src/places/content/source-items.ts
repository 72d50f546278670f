/** Sources of a search space, each with its last run, its report and its buttons. */
import { deleteSource, getSource, startSource, stopSource } from '@semantic-search/client';
import type { SpaceSource } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { sourceName } from '../../editor/fields/space-sources.ts';
import { formatTime, text } from '../../text/text.ts';
import type { Message } from '../message.ts';
import type { PlaceContext } from '../place.ts';
import { SourceReportView } from './source-report.ts';
import { runView, type SpaceList, stateOf } from './space-list.ts';

type Edit = (source: SpaceSource) => void;

/** Key of a source: its ID is unique in its search space. */
const keyOf = (space: string, id: string): string => `${space} ${id}`;

export class SourceItems {
  readonly #context: PlaceContext;
  readonly #message: Message;
  readonly #list: SpaceList;
  /** Open reports by the key of their source. */
  readonly #reports = new Map<string, SourceReportView>();
  /** Key of the source whose deletion has to be confirmed. */
  #deletion: string | undefined;

  constructor(context: PlaceContext, message: Message, list: SpaceList) {
    this.#context = context;
    this.#message = message;
    this.#list = list;
  }

  /** `edit` opens the form with the settings of the source. */
  render(space: string, source: SpaceSource, edit: Edit): TemplateResult {
    const { id, schedule, next } = source;
    const reading = next === null ? text('sourcePaused') : text('readAgainAt', { time: formatTime(next) });
    return html`<li class="source">
      <div class="section-head"><h3><bdi>${sourceName(source)}</bdi></h3>
        ${this.#context.account.may('spaces:write') ? this.#buttons(space, source, edit) : nothing}</div>
      ${runView(source)}
      <p class="hint">${schedule === null ? text('readOnRequest') : reading}</p>
      ${this.#reports.get(keyOf(space, id))?.render() ?? nothing}
    </li>`;
  }

  #buttons(space: string, source: SpaceSource, edit: Edit): TemplateResult {
    const { id, last } = source;
    const key = keyOf(space, id);
    const state = stateOf(source);
    const nameForReaders = html`<span class="visually-hidden"> ${sourceName(source)}</span>`;
    return html`<button type="button" ?disabled=${state === 'starting'} @click=${() => void this.#startOrStop(space, source, state === 'idle' ? startSource : stopSource)}>${text(state === 'idle' ? 'readNow' : 'stop')}${nameForReaders}</button>
      ${last?.finished ? html`<button type="button" aria-expanded=${this.#reports.has(key)} @click=${() => this.#toggleReport(space, id)}>${text('report')}${nameForReaders}</button>` : nothing}
      <button type="button" @click=${() => void this.#change(space, id, edit)}>${text('change')}${nameForReaders}</button>
      ${
        this.#deletion === key
          ? html`<button type="button" class="primary critical" @click=${() => void this.#delete(space, id)}>${text('deleteSource')}${nameForReaders}</button>
            <button type="button" @click=${(event: Event) => this.#askToDelete(undefined, event)}>${text('cancel')}</button>`
          : html`<button type="button" class="critical" @click=${(event: Event) => this.#askToDelete(key, event)}>${text('delete')}${nameForReaders}</button>`
      }`;
  }

  #startOrStop(space: string, { id }: SpaceSource, operation: typeof startSource): Promise<void> {
    return this.#message.attempt(async (connection) => {
      this.#list.replace(space, await operation(connection, space, id));
      this.#reports.delete(keyOf(space, id));
    });
  }

  #toggleReport(space: string, id: string): void {
    const key = keyOf(space, id);
    const wasOpen = this.#reports.delete(key);
    this.#context.update();
    if (wasOpen) return;
    const report = new SourceReportView(this.#context, space, id);
    this.#reports.set(key, report);
    void report.load();
  }

  #change(space: string, id: string, edit: Edit): Promise<void> {
    return this.#message.attempt(async (connection) => {
      const source = await getSource(connection, space, id);
      if (!source.settings) return text('sourceOfCommand', { command: source.command });
      edit(source);
    });
  }

  /** The focus moves to the button that changes nothing, or back. */
  #askToDelete(key: string | undefined, { currentTarget }: Event): void {
    const head = (currentTarget as HTMLElement).closest('.section-head')!;
    this.#deletion = key;
    this.#context.update();
    [...head.querySelectorAll('button')].at(-1)?.focus();
  }

  #delete(space: string, id: string): Promise<void> {
    return this.#message.attempt(async (connection) => {
      await deleteSource(connection, space, id);
      this.#deletion = undefined;
      await this.#list.load();
      return text('sourceDeleted');
    });
  }
}
