/** Message about the outcome of the latest action of a place, with what the person can do about it. */
import type { ApiError, Connection } from '@semantic-search/client';
import { html, nothing, type TemplateResult } from 'lit';
import { reasonOf } from '../text/service-message.ts';
import { text } from '../text/text.ts';
import type { PlaceContext } from './place.ts';

interface MessageAction {
  label: string;
  act(): void;
}

/** Outcome of an action; with `undo`, a button undoes it. */
export interface Outcome {
  words: string;
  isError?: boolean;
  undo?(): Promise<string | Outcome>;
}

/** Outcome of an undo that would revert a newer change of someone else. */
export const changedMeanwhile = (): Outcome => ({
  words: text('problem_precondition-failed'),
  isError: true,
});

export class Message {
  readonly #context: Pick<PlaceContext, 'account' | 'update' | 'signIn'>;
  #words = '';
  #isError = false;
  #action: MessageAction | undefined;

  constructor(context: Pick<PlaceContext, 'account' | 'update' | 'signIn'>) {
    this.#context = context;
  }

  show(words: string, { isError = false, action }: { isError?: boolean; action?: MessageAction } = {}): void {
    this.#words = words;
    this.#isError = isError;
    this.#action = action;
  }

  /** Shows why a request failed. If the session has ended, the person can sign in again and keeps unsaved work. */
  fail(error: unknown): void {
    const hasEnded = (error as ApiError).code === 'unauthorized';
    const signIn = { label: text('signInAgain'), act: () => this.#context.signIn() };
    this.show(reasonOf(error), { isError: true, ...(hasEnded && { action: signIn }) });
  }

  /** Shows what the action resolves to, if anything, or why its request failed, and renders the place. */
  async attempt(action: (connection: Connection) => Promise<string | Outcome | undefined>): Promise<void> {
    try {
      const outcome = (await action(this.#context.account.connection)) ?? '';
      const { words, isError, undo }: Outcome = typeof outcome === 'string' ? { words: outcome } : outcome;
      const revert = undo && { label: text('undo'), act: () => void this.attempt(undo) };
      this.show(words, { isError: isError === true, ...(revert && { action: revert }) });
    } catch (error) {
      this.fail(error);
    }
    this.#context.update();
  }

  render(): TemplateResult {
    const action = this.#action;
    return html`<p role=${this.#isError ? 'alert' : 'status'} class=${this.#isError ? 'problem' : 'notice'} ?hidden=${!this.#words}><span>${this.#words}</span>
      ${action ? html`<button type="button" @click=${action.act}>${action.label}</button>` : nothing}</p>`;
  }
}
