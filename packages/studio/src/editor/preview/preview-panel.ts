/** Preview panel: light or dark mode, and a list of changes that need saving first. */
import { html, type TemplateResult } from 'lit';
import type { Editor } from '../controller/editor.ts';
import { labelAt } from '../settings/labels.ts';
import { Preview, type Previewed } from './preview.ts';
import { changesShownAfterSaving } from './preview-response.ts';

type Theme = 'light' | 'dark' | null;

const themes: [Theme, string][] = [
  [null, 'Automatic'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export class PreviewPanel {
  readonly #changed: () => void;
  #theme: Theme = null;
  #shown: { preview: Preview; key: string } | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  side(editor: Editor, previewed: Previewed): TemplateResult {
    return html`<section class="preview" aria-label="Preview">
      <div class="preview-head">
        <p class="preview-title">Preview</p>
        <div class="segments" role="group" aria-label="Colors of the preview">${themes.map(([theme, label]) => this.#choice(theme, label))}</div>
      </div>
      <p class="fine late" role="status">${notice(editor, previewed)}</p>
      <div class="preview-frame">${this.#previewOf(editor, previewed).element}</div>
    </section>`;
  }

  #choice(theme: Theme, label: string): TemplateResult {
    const choose = () => {
      this.#theme = theme;
      this.#changed();
    };
    return html`<button type="button" aria-pressed=${this.#theme === theme} @click=${choose}>${label}</button>`;
  }

  /** Keeps the element as long as configuration and token are the same. */
  #previewOf({ state: { id }, account }: Editor, previewed: Previewed): Preview {
    const key = `${id} ${account.searchToken}`;
    if (this.#shown?.key !== key)
      this.#shown = { key, preview: new Preview(id!, account.searchToken, previewed) };
    const { preview } = this.#shown;
    preview.show(previewed);
    preview.theme = this.#theme;
    return preview;
  }
}

/** Lists changes that the preview cannot show before saving. */
function notice({ schema }: Editor, { saved, draft }: Previewed): string {
  const changes = changesShownAfterSaving(saved, draft).map((path) => labelAt(schema!, path));
  return changes.length > 0 ? `Shown after saving: ${changes.join('; ')}.` : '';
}
