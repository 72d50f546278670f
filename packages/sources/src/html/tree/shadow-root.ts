/** Declarative shadow roots as browsers show them: children of a host stand in its slots, or nowhere. */
import type { PageElement, PageNode } from './tree.ts';

/** Nodes in slots are deeper than they are written. Deeper slots stay empty, and hosts in more hosts stay as they are. */
const MAX_SLOT_DEPTH = 32;
export const MAX_OUTER_HOSTS = 32;

export function isShadowRoot({ name, attribs }: Pick<PageElement, 'name' | 'attribs'>): boolean {
  return name === 'template' && /^(?:open|closed)$/i.test(attribs.shadowrootmode ?? '');
}

/** Replaces the children of a host by its shadow root with filled slots. Hosts inside it are complete. */
export function flatten(host: PageElement): void {
  const root = host.children.find((child) => typeof child !== 'string' && isShadowRoot(child)) as PageElement;
  const nodesBySlot = Map.groupBy(
    host.children.filter((child) => child !== root),
    (child) => (typeof child === 'string' ? '' : (child.attribs.slot ?? '')),
  );
  host.children = [root];
  fillSlots(root, nodesBySlot);
}

/** Nodes of no slot are not shown; a slot without nodes shows its own content. */
function fillSlots(element: PageElement, nodesBySlot: Map<string, PageNode[]>, depth = 1): void {
  if (depth > MAX_SLOT_DEPTH) return;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const isHost = child.children.some((each) => typeof each !== 'string' && isShadowRoot(each));
    const name = child.attribs.name ?? '';
    const nodes = child.name === 'slot' ? nodesBySlot.get(name) : undefined;
    if (nodes) {
      child.children = nodes;
      for (const node of nodes) if (typeof node !== 'string') node.parent = child;
      nodesBySlot.delete(name);
    } else {
      // Slots of the outer root are among the nodes in the slots of the inner one.
      const parents = isHost ? slotsIn(child) : [child];
      for (const parent of parents) fillSlots(parent, nodesBySlot, depth + 1);
    }
  }
}

function slotsIn({ children }: PageElement): PageElement[] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.name === 'slot' ? [child] : slotsIn(child);
  });
}
