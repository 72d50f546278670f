/** Configuration list with a button for a new one. */
import { html, nothing, type TemplateResult } from 'lit';
import { editorUrl } from '../../page-data.ts';
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
      (each) =>
        html`<li><a href=${editorUrl(each.id)} aria-current=${each.id === id ? 'page' : nothing}><span class="name">${each.title}</span> <span class="fine">id ${each.id}</span>${
          each.id === activeId ? html` <span class="badge active">active</span>` : nothing
        }${each.visible ? nothing : html` <span class="badge">hidden</span>`}</a></li>`,
    )}
  </ul>
  ${mayWrite ? html`<button type="button" class="new" @click=${create}>New configuration</button>` : nothing}`;
