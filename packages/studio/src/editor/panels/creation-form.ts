/** Form for a new configuration: title and search space. */
import type { Space } from '@semantic-search/contract';
import { html, type TemplateResult } from 'lit';

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
    <div class="field"><label for="new-title">Title</label><input id="new-title" name="title" type="text" required maxlength="200" autocomplete="off" /></div>
    <div class="field"><label for="new-space">Search space</label>${
      spaces.length > 0
        ? html`<select id="new-space" name="space">${spaces.map(({ name, documents }) => html`<option value=${name}>${name} (${documents.toLocaleString('en-GB')} documents)</option>`)}</select>`
        : html`<input id="new-space" name="space" type="text" required maxlength="100" autocomplete="off" />`
    }</div>
    <p class="hint">Its facets and details fit the documents of the search space. It is hidden until you make it visible.</p>
    <div class="buttons"><button type="button" @click=${close}>Cancel</button><button type="submit" class="primary">Create</button></div>
  </form>`;
}
