/** Parts of the page for which the first results do not wait (lazy). */

import { tryImport } from '../lazy-import.ts';
import { ScrollRestoration } from '../url-state/scroll-restoration.ts';
import { Shortcuts } from './shortcuts.ts';
import { laterStyles } from './styles/later-styles.ts';
import { printStyles } from './styles/print-styles.ts';
import type { Searchable } from './web-mcp.ts';

interface Host extends Searchable {
  readonly noShortcut: boolean;
}

export function addLater(host: Host): void {
  new Shortcuts(host);
  new ScrollRestoration(host);
  if ('modelContext' in document)
    void tryImport(import('./web-mcp.ts')).then((loaded) => loaded?.addWebMcp(host));
  for (const { styleSheet } of [laterStyles, printStyles])
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(styleSheet!);
}
