/** Lists of configurations: links that mark the open, the active and the hidden ones, and options. */
import { html, nothing, type TemplateResult } from 'lit';
import { editorUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import type { ConfigurationSummary } from '../controller/account.ts';

interface ListView {
  list: readonly ConfigurationSummary[];
  openId: number | null;
  activeId: number | null;
  mayWrite: boolean;
  create(): void;
}

export function configurationList({ list, openId, activeId, mayWrite, create }: ListView): TemplateResult {
  return html`<ul class="configurations">
    ${list.map(
      (configuration) =>
        html`<li><a href=${editorUrl(configuration.id)} aria-current=${configuration.id === openId ? 'page' : nothing}><span class="name">${configuration.title}</span> <span class="fine">${text('idIs', { id: `${configuration.id}` })}</span>${
          configuration.id === activeId ? html` <span class="badge active">${text('active')}</span>` : nothing
        }${configuration.visible ? nothing : html` <span class="badge">${text('hidden')}</span>`}</a></li>`,
    )}
  </ul>
  ${mayWrite ? html`<button type="button" class="new" @click=${create}>${text('newSearch')}</button>` : nothing}`;
}

/** `Animals (ID 7)`: titles may be equal. */
export const titleWithId = ({ id, title }: Pick<ConfigurationSummary, 'id' | 'title'>): string =>
  text('withId', { title, id: `${id}` });

export const configurationOptions = (list: readonly ConfigurationSummary[], chosenId?: number) =>
  list.map(
    (configuration) =>
      html`<option value=${configuration.id} .selected=${configuration.id === chosenId}>${titleWithId(configuration)}</option>`,
  );
