/** Hydration: replaces server-rendered content with the element, without a flash. */
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { adoptStyles, type LitElement } from 'lit';
import type { QueryState } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';

/** Search rendered by a server, with everything that its response depends on. */
export interface RenderedSearch {
  configuration: number;
  language: string | undefined;
  query: QueryState;
  settings: ConfigurationSettings;
  response: SearchResponse;
}

/** Initializes a store with the response of the server; false if it has another query. */
export function adoptRendered(root: ShadowRoot, store: SearchStore): boolean {
  const json = root.querySelector('script')?.textContent;
  if (!json || (store.accumulates && store.query.start)) return false;
  const rendered = JSON.parse(json) as RenderedSearch;
  if (keyOf(rendered) !== keyOf(store)) return false;
  store.applySettings(rendered.settings, rendered.response);
  return true;
}

const keyOf = (search: Pick<RenderedSearch, 'configuration' | 'language' | 'query'>): string =>
  JSON.stringify([search.configuration, search.language, search.query]);

/** `first` is the first server-rendered node; all of them follow the nodes that the element has just rendered. */
export function hydrate(host: LitElement, first: ChildNode): void {
  const root = host.shadowRoot!;
  const serverNodes = [first];
  for (let node = first.nextSibling; node; node = node.nextSibling) serverNodes.push(node);
  const focused = root.activeElement as HTMLElement | null;
  const previous = inputOf(boxes(root).find((box) => serverNodes.some((node) => node.contains(box))));
  for (const node of serverNodes) node.remove();
  // Adopted after the removal, because in combination with the server-rendered styles the cascade would differ.
  const { elementStyles } = host.constructor as typeof LitElement;
  adoptStyles(root, [...elementStyles, ...root.adoptedStyleSheets]);
  for (const title of root.querySelectorAll<HTMLElement>('[data-document]'))
    if (title.dataset.document === focused?.dataset.document) title.focus({ preventScroll: true });
  const [box] = boxes(root);
  // The search box renders before the next frame.
  if (box && previous) void box.updateComplete.then(() => transferInput(box, previous, focused));
}

/** Handles text that was typed before hydration like a keystroke. */
function transferInput(box: LitElement, previous: HTMLInputElement, focused: Element | null): void {
  const input = inputOf(box)!;
  if (previous.value !== previous.defaultValue) {
    input.value = previous.value;
    input.dispatchEvent(new Event('input'));
  }
  if (focused?.localName !== box.localName) return;
  input.focus({ preventScroll: true });
  input.setSelectionRange(previous.selectionStart, previous.selectionEnd);
}

const boxes = (root: ShadowRoot) => [...root.querySelectorAll('semantic-search-box')];
const inputOf = (box: LitElement | undefined) => box?.shadowRoot?.querySelector('input');
