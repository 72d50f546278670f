/** Definition of custom elements that survive a translator, which changes their texts in the page. */
import type { ReactiveController, ReactiveElement } from 'lit';

/** Defines an element once: of two copies of the script in a page, the first one is used. */
export function define(name: string, elementClass: typeof ReactiveElement & CustomElementConstructor): void {
  if (customElements.get(name)) {
    console.warn(`<${name}> is already defined: the page loads two copies of the script.`);
    return;
  }
  elementClass.addInitializer((host) => void new TranslationGuard(host));
  customElements.define(name, elementClass);
}

/**
 * Translators replace text nodes by `<font>` elements, or replace all children of an element. Lit would write to nodes
 * that are no longer in the page, or throw. This controller puts Lit's nodes back before each update, and the
 * translations of unchanged texts after it.
 */
class TranslationGuard implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #observer = new MutationObserver((records) => this.#foreignChanges.push(...records));
  /** Changes that other scripts made since the last update. */
  #foreignChanges: MutationRecord[] = [];
  readonly #translations = new Map<Text, Element>();
  /** The content of each translated node before the update. */
  #previousTexts: ReadonlyMap<Text, string> = new Map();

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
    const changes = [...this.#foreignChanges, ...this.#observer.takeRecords()].filter(isTranslation);
    for (const change of changes.toReversed()) this.#undo(change);
    for (const [text, translation] of this.#translations)
      if (translation.isConnected) translation.replaceWith(text);
    this.#previousTexts = new Map([...this.#translations.keys()].map((text) => [text, text.data]));
  }

  hostUpdated(): void {
    for (const [text, translation] of this.#translations) {
      const isUnchanged = text.isConnected && text.data === this.#previousTexts.get(text);
      if (isUnchanged) text.replaceWith(translation);
      else this.#translations.delete(text);
    }
    // The element may change its nodes until its update is complete.
    void this.#host.updateComplete.then(() => {
      this.#observer.takeRecords();
      this.#foreignChanges = [];
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

/** Whether a translator replaced nodes of Lit: it adds `<font>` or removes texts; other scripts add elements of their own. */
function isTranslation({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const isInsideTranslation = (target as Element).closest?.('font') != null;
  const removesText = [...removedNodes].some((node) => !(node instanceof Element));
  return !isInsideTranslation && (removesText || [...addedNodes].some(isFont));
}
