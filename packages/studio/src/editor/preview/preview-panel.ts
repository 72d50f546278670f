/** Preview panel: width of a device, light or dark mode, and a list of changes that need saving first. */
import { html, nothing, type TemplateResult } from 'lit';
import { pageUrl } from '../../page-data.ts';
import { text } from '../../text/text.ts';
import type { Editor } from '../controller/editor.ts';
import { Diagnostics } from '../panels/diagnostics.ts';
import { labelAt } from '../settings/labels.ts';
import { Preview } from './preview.ts';
import { changesShownAfterSaving, type PreviewSettings } from './preview-response.ts';

/** `null` follows the preference of the visitor. */
type Theme = 'light' | 'dark' | null;
/** `preview.css` has their widths. */
type Device = 'phone' | 'tablet' | 'desktop';

const themes: Theme[] = [null, 'light', 'dark'];
const devices: Device[] = ['phone', 'tablet', 'desktop'];

export class PreviewPanel {
  readonly #changed: () => void;
  /** The widest device that a window of common size shows in real size. */
  #device: Device = matchMedia('(width < 40rem)').matches ? 'phone' : 'tablet';
  #theme: Theme = null;
  #diagnostics: Diagnostics | undefined;
  #shown: { preview: Preview; key: string } | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  render(editor: Editor, settings: PreviewSettings): TemplateResult {
    return html`<section class="preview" aria-label=${text('preview')}>
      <div class="preview-head">
        <p class="preview-title">${text('preview')}</p>
        ${pageLink(editor)}
        ${editor.account.session ? html`<button type="button" @click=${() => this.#diagnose(editor)}>${text('whyTheseResults')}</button>` : nothing}
        ${segments(text('previewWidth'), devices, this.#device, (device) => this.#show({ device }))}
        ${segments(text('previewColors'), themes, this.#theme, (theme) => this.#show({ theme }))}
      </div>
      <p class="fine late" role="status">${laterChanges(editor, settings)}</p>
      <div class="preview-frame"><div class="preview-page" data-device=${this.#device}>${this.#updatedPreview(editor, settings).element}</div></div>
    </section>${this.#diagnostics?.render() ?? nothing}`;
  }

  #show({ device = this.#device, theme = this.#theme }: { device?: Device; theme?: Theme }): void {
    this.#device = device;
    this.#theme = theme;
    this.#changed();
  }

  /** Opens the diagnostics of the saved settings, for the query in the preview. */
  #diagnose({ account, state }: Editor): void {
    this.#diagnostics ??= new Diagnostics(account, this.#changed);
    void this.#diagnostics.open(state.id!, this.#shown?.preview.element.store?.query.input ?? '');
  }

  /** The preview with the current settings. Keeps the element as long as configuration and token are the same. */
  #updatedPreview({ state: { id }, account }: Editor, settings: PreviewSettings): Preview {
    const key = `${id} ${account.session?.name ?? ''}`;
    const connection = mayCount(account) ? account.connection : undefined;
    if (this.#shown?.key !== key)
      this.#shown = { key, preview: new Preview(id!, account.searchToken, settings, connection) };
    const { preview } = this.#shown;
    preview.show(settings);
    preview.element.theme = this.#theme;
    return preview;
  }
}

/** Buttons of which one is pressed. */
const segments = <Value extends Theme | Device>(
  name: string,
  options: Value[],
  current: Value,
  choose: (value: Value) => void,
): TemplateResult =>
  html`<div class="segments" role="group" aria-label=${name}>${options.map(
    (value) =>
      html`<button type="button" aria-pressed=${value === current} @click=${() => choose(value)}>${text(value ?? 'automatic')}</button>`,
  )}</div>`;

/** The main page shows visible configurations and the active one. */
function pageLink({ state: { id, saved }, account }: Editor): TemplateResult | typeof nothing {
  if (!saved?.visible && id !== account.activeId) return nothing;
  return html`<a href=${pageUrl(id!)} target="_blank" rel="noopener">${text('openInTab')}</a>`;
}

/** Whether draft facets can be counted, which requires the permission to change the configuration. */
const mayCount = (account: Editor['account']): boolean => account.mayWrite && account.may('search');

/** Notice about changes that the preview cannot show before saving; empty without any. */
function laterChanges({ schema, account }: Editor, { saved, draft }: PreviewSettings): string {
  const paths = changesShownAfterSaving({ saved, draft }, { areFacetsCounted: mayCount(account) });
  const labels = paths.map((path) => labelAt(schema!, path));
  return labels.length > 0 ? text('shownAfterSaving', { settings: labels.join('; ') }) : '';
}
