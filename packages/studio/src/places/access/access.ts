/** Access: tokens, who changed what, and the health of the server. */
import { html } from 'lit';
import { placeUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import type { Place, PlaceContext } from '../place.ts';
import { ChangesView } from './changes.ts';
import { HealthView } from './health.ts';
import { TokensView } from './tokens.ts';

const views = [
  ['tokens', TokensView],
  ['auditTrail', ChangesView],
  ['health', HealthView],
] as const;

/** The parameter `view` of the address names the view. */
export function accessPlace(context: PlaceContext): Place {
  const wanted = context.parameters.get('view');
  const [current, View] = views.find(([name]) => name === wanted) ?? views[0];
  const view = new View(context);
  const tab = ([name]: (typeof views)[number]) =>
    html`<a class="button" href=${placeUrl('access', { view: name })} aria-current=${name === current ? 'page' : 'false'}>${text(name)}</a>`;
  return {
    load: () => view.load(),
    render: () =>
      html`<nav class="views" aria-label=${text('access')}>${views.map(tab)}</nav>${view.render()}`,
  };
}
