/** Tells the owner of a page, who forgot or mistyped the attribute, what is missing. */
import { ApiError } from '@semantic-search/client';
import { emit } from '../events.ts';

export function tellUnconfigured(element: Element): void {
  const given = JSON.stringify(element.getAttribute('configuration'));
  const detail = `<semantic-search>: the attribute "configuration" must be the number of a configuration, not ${given}.`;
  console.warn(detail);
  const error = new ApiError({ status: 0, code: 'unreadable', detail });
  emit(element, 'semantic-search-error', { error });
}
