/** Voice input: speech recognition of one phrase, and its button. */
import { css, html, type LitElement, nothing, type ReactiveController } from 'lit';
import { announce } from '../events.ts';
import type { Locale } from '../locale/locale.ts';
import { addStyles } from '../theme/base-styles.ts';
import { icon } from '../theme/icons.ts';

const voiceIcon = icon('M10 3a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0V5a2 2 0 0 1 2-2Zm-5 6a5 5 0 0 0 10 0m-5 5v3');

const voiceStyles = css`
  .voice-error {
    margin-block-start: var(--s8);
    padding: var(--s8) var(--s12);
    border-radius: var(--control-radius);
    background: var(--surface);
  }
  .square[aria-pressed='true'] {
    background: var(--critical);
    color: var(--critical-text);
  }
`;

/** The part of the Web Speech API that this file uses. */
interface Recognition extends EventTarget {
  lang: string;
  start(): void;
  abort(): void;
}
type RecognitionConstructor = new () => Recognition;

const recognitionConstructor = (): RecognitionConstructor | undefined => {
  const browser = globalThis as unknown as Record<string, RecognitionConstructor | undefined>;
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
};

export class VoiceInput implements ReactiveController {
  readonly #host: LitElement;
  readonly #onTranscript: (text: string) => void;
  /** The running recognition. */
  #recognition: Recognition | undefined;
  #hasFailed = false;

  constructor(host: LitElement, onTranscript: (text: string) => void) {
    this.#host = host;
    this.#onTranscript = onTranscript;
    host.addController(this);
    addStyles(host, voiceStyles);
  }

  hostDisconnected = (): void => this.#stop();

  button(locale: Locale) {
    const name = locale.text('speak');
    return recognitionConstructor()
      ? html`<button class="square" type="button" aria-pressed=${!!this.#recognition} aria-label=${name} title=${name} @click=${() => this.#toggle(locale)}>${voiceIcon}</button>`
      : nothing;
  }

  /** Error message of the last attempt. */
  errorMessage = (locale: Locale) =>
    this.#hasFailed ? html`<p class="fine voice-error">${locale.text('noVoice')}</p>` : nothing;

  #toggle(locale: Locale): void {
    if (this.#recognition) this.#recognition.abort();
    else void this.#listen(locale);
  }

  async #listen(locale: Locale): Promise<void> {
    const recognition = new (recognitionConstructor()!)();
    recognition.lang = locale.tag;
    this.#hasFailed = false;
    this.#update(recognition);
    // A dialog that closes hides the box, but does not remove it.
    const dialog = (this.#host.getRootNode() as ShadowRoot).querySelector('dialog');
    dialog?.addEventListener('close', this.#stop, { once: true });
    const transcript = await recognizePhrase(recognition);
    dialog?.removeEventListener('close', this.#stop);
    if (this.#recognition !== recognition) return;
    this.#hasFailed = transcript === undefined;
    this.#update(undefined);
    if (this.#hasFailed) announce(this.#host, locale.text('noVoice'));
    if (transcript) this.#onTranscript(transcript);
  }

  #stop = (): void => {
    this.#recognition?.abort();
    this.#update(undefined);
  };

  #update(recognition: Recognition | undefined): void {
    this.#recognition = recognition;
    this.#host.requestUpdate();
  }
}

/** Resolves to one phrase; empty if nothing was recognized or the visitor stopped, undefined if the browser denies access. */
function recognizePhrase(recognition: Recognition): Promise<string | undefined> {
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
