/** Page layout: header and body, rendered as far as their data has loaded. */
import { html, nothing, type TemplateResult } from 'lit';
import { directionOf } from '../locale/locale.ts';
import { broken, firstBody } from '../markup/first-paint.ts';
import { bar } from './header.ts';
import type { PageHost, PageKeepers, PageLoader } from './page-loader.ts';

interface Framed extends PageHost {
  readonly voice: boolean;
  readonly noRecent: boolean;
}

export function frame(
  host: Framed,
  loader: PageLoader,
  { address, width, announcer, borrowers }: PageKeepers,
): TemplateResult {
  const { session, locale } = host;
  const { page, isBroken } = loader;
  const body = () => {
    if (isBroken) return html`<div class="body"><div class="main">${broken(locale)}</div></div>`;
    if (!session) return loader.unconfigured?.(locale);
    if (page && (session.settings || session.error)) return page.body(session, borrowers.haveFilters);
    return firstBody(width.narrow, page?.notice(session));
  };
  // An error without a configuration stands alone.
  const hasBar = session && !isBroken && !(page && session.error && !session.settings);
  return html`<div class="page" part="page" @keydown=${press} @say=${announcer.hear} lang=${locale.tag} dir=${directionOf(host, locale) ?? nothing}>
      ${
        hasBar
          ? bar({
              session,
              settings: page && session.settings,
              locale,
              titleLevel: host.headingLevel,
              example: page?.example ?? '',
              voice: host.voice,
              forgetful: host.noRecent,
              commit: () => address.commit(),
              toResults: () => host.renderRoot.querySelector<HTMLElement>('#results')?.focus(),
              choose: (event) => page?.choose(event),
            })
          : nothing
      }${body()}
    </div>
    ${announcer.render()}`;
}

/** An `<a>` that has no address to lead to is a button. */
function press(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (!['Enter', ' '].includes(event.key) || !target.matches('a[role=button]')) return;
  event.preventDefault();
  target.click();
}
