/** Voice: one spoken phrase as text, where the browser can listen, and the button for it. */
import '../locale/languages/en-later.ts';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { voiceIcon } from '../theme/icons.ts';

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

export class Ear {
  readonly #host: ReactiveControllerHost;
  readonly #heard: (text: string) => void;
  #isListening = false;

  constructor(host: ReactiveControllerHost, heard: (text: string) => void) {
    this.#host = host;
    this.#heard = heard;
  }

  button(locale: Locale) {
    const name = locale.text('speak');
    return recogniser()
      ? html`<button class="square" type="button" aria-pressed=${this.#isListening} aria-label=${name} title=${name} @click=${() => this.#listen(locale.tag)}>${voiceIcon}</button>`
      : nothing;
  }

  async #listen(language: string): Promise<void> {
    if (this.#isListening) return;
    this.#turn(true);
    const text = await listen(language).finally(() => this.#turn(false));
    if (text) this.#heard(text);
  }

  #turn(isListening: boolean): void {
    this.#isListening = isListening;
    this.#host.requestUpdate();
  }
}

/** Listens for one phrase in a language (BCP 47); empty when nothing was understood or the visitor said no. */
function listen(language: string): Promise<string> {
  const recognition = new (recogniser()!)();
  recognition.lang = language;
  return new Promise((resolve) => {
    recognition.addEventListener('result', (event) => {
      const { results } = event as Event & { results: { transcript: string }[][] };
      resolve(results[0]?.[0]?.transcript.trim() ?? '');
    });
    recognition.addEventListener('end', () => resolve(''));
    recognition.start();
  });
}
