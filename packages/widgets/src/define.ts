/** Definition of custom elements, whose rendering stays intact while a translator changes the page. */
import type { ReactiveController, ReactiveElement } from 'lit';

/** Defines an element once: of two copies of the script in a page, the first one is used. */
export function define(name: string, element: typeof ReactiveElement & CustomElementConstructor): void {
  if (customElements.get(name)) {
    console.warn(`<${name}> is already defined: the page loads two copies of the script.`);
    return;
  }
  element.addInitializer((host) => void new TranslatedText(host));
  customElements.define(name, element);
}

/**
 * Translators replace text nodes by `<font>` elements, or all children of an element by others. Lit would write to nodes
 * that are no longer in the page, or throw. This controller puts Lit's nodes back before each update, and the
 * translations of unchanged texts after it.
 */
class TranslatedText implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #observer = new MutationObserver((records) => this.#records.push(...records));
  /** Changes that other scripts made since the last update. */
  #records: MutationRecord[] = [];
  readonly #translations = new Map<Text, Element>();
  /** Texts that had a translation before the update. */
  #texts: ReadonlyMap<Text, string> = new Map();

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host.renderRoot, { childList: true, subtree: true });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdate(): void {
    const records = [...this.#records, ...this.#observer.takeRecords()].filter(isTranslation);
    for (const record of records.toReversed()) this.#undo(record);
    for (const [text, translation] of this.#translations)
      if (translation.isConnected) translation.replaceWith(text);
    this.#texts = new Map([...this.#translations.keys()].map((text) => [text, text.data]));
  }

  hostUpdated(): void {
    for (const [text, translation] of this.#translations)
      if (text.isConnected && text.data === this.#texts.get(text)) text.replaceWith(translation);
      else this.#translations.delete(text);
    // The element may change its nodes until its update is complete.
    void this.#host.updateComplete.then(() => {
      this.#observer.takeRecords();
      this.#records = [];
    });
  }

  #undo({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
    for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
    const nextNode = nextSibling?.parentNode === target ? nextSibling : null;
    const translation = [...addedNodes, previousSibling, nextSibling].find(isFont);
    for (const node of removedNodes) {
      target.insertBefore(node, nextNode);
      // A translator may also keep the node inside its element, and translate its text.
      if (translation?.hasChildNodes() && node instanceof Text) this.#translations.set(node, translation);
    }
  }
}

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** Whether a translator made the change; other scripts add elements of their own. */
const isTranslation = ({ target, addedNodes, removedNodes }: MutationRecord): boolean =>
  !(target as Element).closest?.('font') &&
  ([...addedNodes].some(isFont) || [...removedNodes].some((node) => !(node instanceof Element)));
