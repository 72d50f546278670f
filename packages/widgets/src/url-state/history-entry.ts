/** Current history entry: its state, how the visitor came to it, and its stored scroll position. */

/** The members of the state, to be copied into a new state; empty if it is a string, number or array of the page. */
export const historyState = (): Record<string, unknown> =>
  history.state !== null && Object.getPrototypeOf(history.state) === Object.prototype ? history.state : {};

/** False if the browser refuses: in a frame without an origin, on a page from the disk, in Safari after 100 changes in 10 seconds. */
export function writeHistory(method: 'pushState' | 'replaceState', state: unknown, url?: string): boolean {
  try {
    history[method](state, '', url);
    return true;
  } catch {
    return false;
  }
}

/** Whether the page was reloaded, or the visitor came back to it. */
export function isRepeated(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return /reload|back/.test(navigation?.type ?? '');
}

/** Storage key of the scroll position. At a reload, `pagehide` is too late for the state of the history entry. */
export const scrollKey = (): string => `semantic-search.scroll ${location.href}`;

/** The nearest ancestor that scrolls, across shadow roots; the page for a body whose root element has no overflow. */
export function scroller(element: Element): Element {
  const parent = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host;
  if (!parent) return document.scrollingElement!;
  const isPage = parent === document.body && getComputedStyle(parent.parentElement!).overflowY === 'visible';
  const overflows = !isPage && parent.scrollHeight > parent.clientHeight;
  return overflows && /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scroller(parent);
}

export interface ScrollPosition {
  /** In pixels from the top of the element that scrolls. */
  top: number;
  /** ID of the document whose title had the focus. */
  document: string | undefined;
}

/** Reads and removes the position of this URL; undefined if the visitor has not returned to it. */
export function takeScrollPosition(): ScrollPosition | undefined {
  try {
    const storedPosition = sessionStorage.getItem(scrollKey());
    sessionStorage.removeItem(scrollKey());
    return storedPosition && isRepeated() ? (JSON.parse(storedPosition) as ScrollPosition) : undefined;
  } catch {
    // Storage is blocked, or the page has stored something else.
    return undefined;
  }
}
