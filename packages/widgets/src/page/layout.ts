/** Page layout: header and body, rendered as far as their data has loaded. */
import { html, nothing, type TemplateResult } from 'lit';
import { directionOf } from '../locale/locale.ts';
import { loadFailure } from '../markup/error-messages.ts';
import { initialBody } from '../markup/first-paint.ts';
import { header } from './header.ts';
import type { PageControllers, PageHost, PageLoader } from './page-loader.ts';

interface LayoutHost extends PageHost {
  readonly voice: boolean;
  readonly noRecent: boolean;
}

export function pageLayout(
  host: LayoutHost,
  loader: PageLoader,
  { urlSync, width, announcer, consumers }: PageControllers,
): TemplateResult {
  const { store, locale } = host;
  const { page, isBroken } = loader;
  const body = () => {
    if (isBroken) return html`<div class="body"><div class="main">${loadFailure(locale)}</div></div>`;
    if (!store) return loader.unconfigured?.(locale);
    if (page && (store.settings || store.error)) return page.body(store, consumers.haveFilters);
    return initialBody(width.narrow, page?.notice(store));
  };
  // Without a configuration, only the error is shown.
  const hasBar = store && !isBroken && !(page && store.error && !store.settings);
  return html`<div class="page ${store?.pending && store.response ? 'searching' : ''}" part="page" @keydown=${press} @say=${announcer.handleAnnounce} lang=${locale.tag} dir=${directionOf(host, locale) ?? nothing}>
      ${
        hasBar
          ? header({
              store,
              settings: page && store.settings,
              locale,
              titleLevel: host.headingLevel,
              example: page?.example ?? '',
              voice: host.voice,
              noRecent: host.noRecent,
              commit: () => urlSync.commit(),
              toResults: () => host.renderRoot.querySelector<HTMLElement>('#results')?.focus(),
              choose: (event) => page?.choose(event),
            })
          : nothing
      }${body()}
    </div>
    ${announcer.render()}`;
}

/** Makes an `<a>` without `href` work like a button. */
function press(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (!['Enter', ' '].includes(event.key) || !target.matches('a[role=button]')) return;
  event.preventDefault();
  target.click();
}
