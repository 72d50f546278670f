/** Locale controller of `<semantic-search>`: its language, the language file, and texts of the owner. */
import type { InterfaceTexts } from '@semantic-search/contract';
import type { LitElement } from 'lit';
import { elementLanguage, followPageLanguage } from '../locale/element-language.ts';
import { canonical, english, type Locale, loadLocale } from '../locale/locale.ts';
import { OwnTexts } from '../locale/own-texts.ts';
import { tryImport } from '../markup/failures.ts';

/** A slow language file does not hide the results for longer; they are shown in English first. */
const MAX_LANGUAGE_WAIT_MS = 3000;

export class LocaleController {
  /** `language` is a BCP 47 tag; null for the language of the page. */
  readonly #host: LitElement & { readonly language: string | null };
  /** The locale of the newest language file, without texts of the owner. */
  #languageLocale = english;
  #requestedTag: string | undefined;
  /** Resolves when the language file has loaded, has failed to load, or takes too long. */
  loaded: Promise<unknown> | undefined;
  readonly #ownTexts = new OwnTexts();

  /** A change of the page's language has the effect of a change of the property `language`. */
  constructor(host: LitElement & { readonly language: string | null }) {
    this.#host = host;
    followPageLanguage(host, () => {
      if (!host.language && this.tag !== this.#requestedTag) host.requestUpdate('language', 'former');
    });
  }

  get tag(): string {
    const { language } = this.#host;
    return language ? canonical(language) : elementLanguage(this.#host);
  }

  /** The newest locale with these texts. Starts to load another language file if the language has changed. */
  withTexts(...texts: readonly (InterfaceTexts | null | undefined)[]): Locale {
    const { tag } = this;
    if (tag !== this.#requestedTag) {
      const timeout = new Promise((end) => setTimeout(end, MAX_LANGUAGE_WAIT_MS));
      this.loaded = Promise.race([this.#load(tag), timeout]);
    }
    return this.#ownTexts.over(this.#languageLocale, tag, ...texts);
  }

  /** If the file fails to load, texts stay in the previous language. */
  async #load(tag: string): Promise<void> {
    this.#requestedTag = tag;
    const locale = await tryImport(loadLocale(tag));
    if (locale && this.#requestedTag === tag) this.#languageLocale = locale;
    this.#host.requestUpdate();
  }
}
