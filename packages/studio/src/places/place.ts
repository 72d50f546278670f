/** A place of the studio, and what all places share. */
import { ApiError } from '@semantic-search/client';
import { html, type TemplateResult } from 'lit';
import type { Account } from '../editor/controller/account.ts';
import type { Parameters } from '../page-data.ts';
import { problemText } from '../text/service-message.ts';
import { locale } from '../text/text.ts';

export interface PlaceContext {
  account: Account;
  /** Parameters of the address. */
  parameters: URLSearchParams;
  /** Renders the place again. */
  update(): void;
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

/** Message about the outcome of the latest action of a place. */
export class Message {
  readonly #update: () => void;
  #words = '';
  #isError = false;

  /** `update` renders the place again. */
  constructor(update: () => void) {
    this.#update = update;
  }

  show(words: string, { isError = false } = {}): void {
    this.#words = words;
    this.#isError = isError;
  }

  clear(): void {
    this.show('');
  }

  /** Shows what the action resolves to, or why its request failed, and renders the place. */
  async attempt(action: () => Promise<string>): Promise<void> {
    try {
      this.show(await action());
    } catch (error) {
      this.show(reasonOf(error), { isError: true });
    }
    this.#update();
  }

  render(): TemplateResult {
    return html`<p role=${this.#isError ? 'alert' : 'status'} class=${this.#isError ? 'problem' : 'notice'} ?hidden=${!this.#words}>${this.#words}</p>`;
  }
}

const shares = new Intl.NumberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 1 });

/** A share in percent; a dash if the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : shares.format(part / whole);

export function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(file);
  link.click();
  URL.revokeObjectURL(link.href);
}
