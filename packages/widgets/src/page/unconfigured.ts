/** Message for a page without a configuration, for visitors and for the owner. */
import '../locale/languages/en-later.ts';
import { html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';

/** Error state shown to visitors. */
export const unconfigured = (locale: Locale): TemplateResult => html`<div class="body">
  <section class="main alone">
    <div class="state failure" part="error"><p class="state-title">${locale.text('unconfigured')}</p></div>
  </section>
</div>`;

/** Message for the owner. */
export const missingConfigurationMessage = (element: Element): string => {
  const given = JSON.stringify(element.getAttribute('configuration'));
  return `<semantic-search>: the attribute "configuration" must be the number of a configuration, not ${given}.`;
};
