/** Attributes of `<semantic-search>`: converters, defaults, and which recreate the store. */

import { headingLevelOf } from '../heading-level.ts';
import { ownEndpoint } from '../store/endpoint.ts';

/** Attributes that override settings. */
const ownAttributes = {
  heading: {},
  itemsPerPage: { type: Number, attribute: 'items-per-page' },
  titleAction: { attribute: 'title-action' },
  dateFormat: { attribute: 'date-format' },
  asImages: { type: Boolean, attribute: 'as-images' },
  noTags: { type: Boolean, attribute: 'no-tags' },
};

export const searchAttributes = {
  configuration: { type: Number },
  token: {},
  endpoint: {},
  theme: { reflect: true },
  mode: { reflect: true },
  paging: {},
  language: { attribute: 'lang', reflect: true },
  headingLevel: { converter: headingLevelOf, attribute: 'heading-level' },
  urlKey: { attribute: 'url-key' },
  noUrl: { type: Boolean, attribute: 'no-url' },
  noShortcut: { type: Boolean, attribute: 'no-shortcut' },
  noActions: { type: Boolean, attribute: 'no-actions' },
  noRecent: { type: Boolean, attribute: 'no-recent' },
  voice: { type: Boolean },
  ...ownAttributes,
};

export const defaultValues = {
  token: '',
  endpoint: ownEndpoint,
  theme: null,
  mode: null,
  paging: null,
  language: null,
  headingLevel: 2,
  asImages: false,
  noTags: false,
  urlKey: null,
  noUrl: false,
  noShortcut: false,
  noActions: false,
  noRecent: false,
  voice: false,
};

const storeAttributes = ['configuration', 'token', 'endpoint', 'language', ...Object.keys(ownAttributes)];

export const recreatesStore = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  storeAttributes.some((name) => changed.has(name));
