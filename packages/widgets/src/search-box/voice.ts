/** Voice input: speech recognition of one phrase, and its button. */
import '../locale/languages/en-later.ts';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { say } from '../events.ts';
import type { Locale } from '../locale/locale.ts';
import { icon } from '../theme/icons.ts';

const voiceIcon = icon('M10 3a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0V5a2 2 0 0 1 2-2Zm-5 6a5 5 0 0 0 10 0m-5 5v3');

interface Recognition extends EventTarget {
  lang: string;
  start(): void;
  abort(): void;
}
type Recogniser = new () => Recognition;

const recogniser = (): Recogniser | undefined => {
  const of = globalThis as unknown as Record<string, Recogniser | undefined>;
  return of.SpeechRecognition ?? of.webkitSpeechRecognition;
};

export class Ear implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #heard: (text: string) => void;
  /** Listens now. */
  #recognition: Recognition | undefined;
  #isRefused = false;

  constructor(host: ReactiveControllerHost & Element, heard: (text: string) => void) {
    this.#host = host;
    this.#heard = heard;
    host.addController(this);
  }

  /** Nobody is listened to who has gone on, or has closed the dialog around. */
  hostDisconnected = (): void => {
    const recognition = this.#recognition;
    if (recognition) this.#turn(undefined, false);
    recognition?.abort();
  };

  button(locale: Locale) {
    const name = locale.text('speak');
    return recogniser()
      ? html`<button class="square" type="button" aria-pressed=${!!this.#recognition} aria-label=${name} title=${name} @click=${() => this.#flip(locale)}>${voiceIcon}</button>`
      : nothing;
  }

  /** Why nothing could be heard, until another try. */
  excuse = (locale: Locale) =>
    this.#isRefused ? html`<p class="excuse muted">${locale.text('noVoice')}</p>` : nothing;

  #flip(locale: Locale): void {
    if (this.#recognition) this.#recognition.abort();
    else void this.#listen(locale);
  }

  async #listen(locale: Locale): Promise<void> {
    const recognition = new (recogniser()!)();
    recognition.lang = locale.tag;
    this.#turn(recognition, false);
    const dialog = (this.#host.getRootNode() as ShadowRoot).querySelector('dialog');
    dialog?.addEventListener('close', this.hostDisconnected, { once: true });
    const heard = await phrase(recognition);
    dialog?.removeEventListener('close', this.hostDisconnected);
    if (this.#recognition !== recognition) return;
    this.#turn(undefined, heard === undefined);
    if (heard === undefined) say(this.#host, locale.text('noVoice'));
    if (heard) this.#heard(heard);
  }

  #turn(recognition: Recognition | undefined, isRefused: boolean): void {
    this.#recognition = recognition;
    this.#isRefused = isRefused;
    this.#host.requestUpdate();
  }
}

/** One phrase: empty when nothing was understood or the visitor ended it, undefined when the browser may not listen. */
function phrase(recognition: Recognition): Promise<string | undefined> {
  return new Promise((resolve) => {
    recognition.addEventListener('result', (event) => {
      const { results } = event as Event & { results: { transcript: string }[][] };
      resolve(results[0]?.[0]?.transcript.trim() ?? '');
    });
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { error: string };
      resolve(error === 'no-speech' || error === 'aborted' ? '' : undefined);
    });
    recognition.addEventListener('end', () => resolve(''));
    try {
      recognition.start();
    } catch {
      resolve(undefined);
    }
  });
}
