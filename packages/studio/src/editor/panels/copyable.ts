/** Text in a box with a copy button, which confirms itself. */
import { html, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';

/** `label` names the box for screen readers. */
export function copyable(label: string, content: string): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLButtonElement;
    // Pages over http: have no clipboard.
    const isCopied = await navigator.clipboard?.writeText(content).then(
      () => true,
      () => false,
    );
    if (!isCopied) getSelection()?.selectAllChildren(button.previousElementSibling!);
    button.nextElementSibling!.textContent = text(isCopied ? 'copied' : 'pressToCopy');
  };
  return html`<div class="copyable"><pre tabindex="0" role="group" aria-label=${label}><code>${content}</code></pre
    ><button type="button" @click=${copy}>${text('copy')}<span class="visually-hidden"> ${label}</span></button><span class="fine" role="status"></span></div>`;
}
