/** The chevron of what opens and closes; apart from the other icons, since the filters load by themselves. */
import { svg } from 'lit';

export const chevronIcon = svg`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="none"
  stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"
  focusable="false"><path d="m6 8 4 4 4-4"></path></svg>`;
