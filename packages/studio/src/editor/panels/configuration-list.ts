/** Configuration list, and the form for a new configuration. */

import type { Space } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { editorUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import type { ConfigurationSummary } from '../controller/account.ts';

interface ListView {
  list: readonly ConfigurationSummary[];
  id: number | null;
  activeId: number | null;
  mayWrite: boolean;
  create(): void;
}

export const configurationList = ({
  list,
  id,
  activeId,
  mayWrite,
  create,
}: ListView): TemplateResult => html`<ul class="configurations">
    ${list.map(
      (configuration) =>
        html`<li><a href=${editorUrl(configuration.id)} aria-current=${configuration.id === id ? 'page' : nothing}><span class="name">${configuration.title}</span> <span class="fine">${text('idIs', { id: `${configuration.id}` })}</span>${
          configuration.id === activeId ? html` <span class="badge active">${text('active')}</span>` : nothing
        }${configuration.visible ? nothing : html` <span class="badge">${text('hidden')}</span>`}</a></li>`,
    )}
  </ul>
  ${mayWrite ? html`<button type="button" class="new" @click=${create}>${text('newConfiguration')}</button>` : nothing}`;

export function creationForm(
  spaces: readonly Space[],
  make: (title: string, searchSpace: string) => void,
  close: () => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    make(data.get('title') as string, data.get('space') as string);
  };
  return html`<form @submit=${submit}>
    <div class="field"><label for="new-title">${text('title')}</label><input id="new-title" name="title" type="text" required maxlength="200" autocomplete="off" /></div>
    <div class="field"><label for="new-space">${text('searchSpace')}</label>${
      spaces.length > 0
        ? html`<select id="new-space" name="space">${spaces.map(({ name, documents }) => html`<option value=${name}>${text('spaceWithDocuments', { name, count: documents })}</option>`)}</select>`
        : html`<input id="new-space" name="space" type="text" required maxlength="100" autocomplete="off" />`
    }</div>
    <p class="hint">${text('creationHint')}</p>
    <div class="buttons"><button type="button" @click=${close}>${text('cancel')}</button><button type="submit" class="primary">${text('create')}</button></div>
  </form>`;
}
