/** Searches: all configurations with their state, and ways to edit them and to read their statistics. */
import { html, nothing } from 'lit';
import { editorUrl, pageUrl } from '../page-data.ts';
import { text } from '../text/text.ts';
import { addressOf, type Place, type PlaceContext } from './place.ts';

export function searchesPlace({ account }: PlaceContext): Place {
  const row = ({ id, title, visible }: (typeof account.list)[number]) => html`<tr>
    <th scope="row"><a href=${editorUrl(id)}>${title}</a></th>
    <td>${id}</td>
    <td>${id === account.activeId ? html`<span class="badge active">${text('active')}</span>` : nothing} ${visible ? nothing : html`<span class="badge">${text('hidden')}</span>`}</td>
    <td class="links">
      <a href=${pageUrl(id)}>${text('open')}</a>
      <a href=${addressOf('insight', { configuration: `${id}` })}>${text('insight')}</a>
      <a href=${addressOf('curation', { configuration: `${id}` })}>${text('curation')}</a>
    </td>
  </tr>`;
  return {
    load: () => account.readList(),
    render: () => html`<p class="hint">${text('searchesHint')}</p>
      ${
        account.list.length === 0
          ? html`<p class="notice">${text('noSearches')}</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label=${text('tableOfSearches')}><table><thead><tr><th scope="col">${text('title')}</th><th scope="col">${text('id')}</th><th scope="col">${text('state')}</th><th scope="col">${text('goTo')}</th></tr></thead>
            <tbody>${account.list.map(row)}</tbody></table></div>`
      }
      ${account.mayWrite ? html`<p><a class="button" href="/editor">${text('newOrChange')}</a></p>` : nothing}`,
  };
}
