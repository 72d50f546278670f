/** `Element.closest` across shadow roots. */
export function closestAcrossShadowRoots(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at; ) {
    const found: Element | null = at.closest(selector);
    if (found) return found;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}
