/** Searches: all configurations with their state, and ways to edit them and to read their statistics. */
import { html, nothing } from 'lit';
import { editorUrl, pageUrl } from '../page-data.ts';
import { addressOf, type Place, type PlaceContext } from './place.ts';

export function searchesPlace({ account }: PlaceContext): Place {
  const row = ({ id, title, visible }: (typeof account.list)[number]) => html`<tr>
    <th scope="row"><a href=${editorUrl(id)}>${title}</a></th>
    <td>${id}</td>
    <td>${id === account.activeId ? html`<span class="badge active">active</span>` : nothing} ${visible ? nothing : html`<span class="badge">hidden</span>`}</td>
    <td class="links">
      <a href=${pageUrl(id)}>Open</a>
      <a href=${addressOf('insight', { configuration: `${id}` })}>Insight</a>
      <a href=${addressOf('curation', { configuration: `${id}` })}>Curation</a>
    </td>
  </tr>`;
  return {
    load: () => account.readList(),
    render:
      () => html`<p class="hint">A search is a configuration: what it searches, how it looks, and what it shows.</p>
      ${
        account.list.length === 0
          ? html`<p class="notice">There are no searches yet.</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label="Table of searches"><table><thead><tr><th scope="col">Title</th><th scope="col">Id</th><th scope="col">State</th><th scope="col">Go to</th></tr></thead>
            <tbody>${account.list.map(row)}</tbody></table></div>`
      }
      ${account.mayWrite ? html`<p><a class="button" href="/editor">New or change</a></p>` : nothing}`,
  };
}
