/** A place of the studio, and what all places share. */
import { ApiError } from '@semantic-search/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Account } from '../editor/controller/account.ts';
import type { Parameters } from '../page-data.ts';
import { problemText } from '../text/service-message.ts';
import { locale, text } from '../text/text.ts';

export interface PlaceContext {
  account: Account;
  /** Parameters of the address. */
  parameters: URLSearchParams;
  /** Renders the place again. */
  update(): void;
  /** Asks the person to sign in again; the place keeps its state. */
  signIn(): void;
  /** Changes parameters of the address without loading the place again. */
  keep(parameters: Parameters): void;
}

export interface Place {
  /** Loads the data; the place is rendered again meanwhile. */
  load(): Promise<void>;
  render(): TemplateResult;
  /** Called when another place is shown. */
  leave?(): void;
  /** Whether leaving would lose work. */
  readonly isDirty?: boolean;
}

/** Message about a failed request. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return problemText(error);
}

/** What a person can do about a message. */
interface MessageAction {
  label: string;
  act(): void;
}

/** Outcome of an action; with `undo`, a button takes it back. */
export interface Outcome {
  words: string;
  isError?: boolean;
  undo?(): Promise<string>;
}

/** Message about the outcome of the latest action of a place. */
export class Message {
  readonly #context: Pick<PlaceContext, 'update' | 'signIn'>;
  #words = '';
  #isError = false;
  #action: MessageAction | undefined;

  constructor(context: Pick<PlaceContext, 'update' | 'signIn'>) {
    this.#context = context;
  }

  show(words: string, { isError = false, action }: { isError?: boolean; action?: MessageAction } = {}): void {
    this.#words = words;
    this.#isError = isError;
    this.#action = action;
  }

  clear(): void {
    this.show('');
  }

  /** Shows why a request failed. If the session has ended, the person can sign in again and keeps unsaved work. */
  fail(error: unknown): void {
    const hasEnded = (error as ApiError).code === 'unauthorized';
    const signIn = { label: text('signInAgain'), act: () => this.#context.signIn() };
    this.show(reasonOf(error), { isError: true, ...(hasEnded && { action: signIn }) });
  }

  /** Shows what the action resolves to, or why its request failed, and renders the place. */
  async attempt(action: () => Promise<string | Outcome>): Promise<void> {
    try {
      const outcome = await action();
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

const shares = new Intl.NumberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 1 });

/** A share in percent; a dash if the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : shares.format(part / whole);

export const enteredIn = ({ target }: Event): string =>
  (target as HTMLInputElement | HTMLSelectElement).value;

/** Button that lets the person choose a file with one of the endings in `accept`. */
export function fileButton(label: string, accept: string, choose: (file: File) => void): TemplateResult {
  const read = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    // Emptied, so that choosing the same file again is a change.
    input.value = '';
    if (file) choose(file);
  };
  return html`<label class="button">${label}<input class="visually-hidden" type="file" accept=${accept} @change=${read} /></label>`;
}

/** Time in which a browser reads the file of a download. */
const DOWNLOAD_MS = 60_000;

export function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(file);
  link.click();
  // Safari reads the file after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}
