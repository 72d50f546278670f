/** State of an address from one run of the crawler to the next. */
import type { AddressState } from '../source.ts';
import type { Entry } from './frontier.ts';

export interface PageState {
  /** Whether the page has a document. */
  indexed: boolean;
  /** Whether it was requested, so that the next run asks for it even if no new page links to it. */
  requested: boolean;
  depth: number;
  hash?: string | undefined;
  contentHash?: string | undefined;
  etag?: string | undefined;
  lastModified?: string | undefined;
  lastmod?: string | undefined;
  /** Addresses that this page added to the frontier. Only needed to resume. */
  found?: Entry[] | undefined;
  /** Addresses that it links to and that are not visited, with the reason. Only needed to resume. */
  leftOut?: [address: string, reason: string][] | undefined;
}

/** Whether the state is that of a page with a document. */
export function isIndexed(state: AddressState): boolean {
  return state.indexed === true;
}

export function pageState(state: AddressState): PageState;
export function pageState(state: AddressState | undefined): PageState | undefined;
export function pageState(state: AddressState | undefined): PageState | undefined {
  return state as PageState | undefined;
}

/** Without what is only needed to resume. */
export function betweenRuns({ found: _, leftOut: __, ...state }: AddressState): AddressState {
  return state;
}
