/** Shortcuts, scroll restoration and styles, for which the first results do not wait (lazy). */
import type { LitElement } from 'lit';
import { ScrollRestoration } from '../url-state/scroll-restoration.ts';
import { laterStyles } from './later-styles.ts';
import { printStyles } from './print-styles.ts';
import { Shortcuts } from './shortcuts.ts';

export function addLater(host: LitElement & { readonly noShortcut: boolean }): void {
  new Shortcuts(host);
  new ScrollRestoration(host);
  for (const { styleSheet } of [laterStyles, printStyles])
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(styleSheet!);
}
