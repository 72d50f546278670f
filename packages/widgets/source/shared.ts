/** What all elements stand on, gathered so that the build puts it into the script itself. */
export { Task } from '@lit/task';
export { getConfiguration, getSimilar } from '@semantic-search/client';
export { html, LitElement, nothing } from 'lit';
export { scale } from './base-styles.ts';
export { picture } from './document-facts.ts';
export { ownEndpoint } from './endpoint.ts';
export { emit } from './events.ts';
export { loadLocale } from './locale.ts';
export { SessionSource } from './session-source.ts';
export { paint } from './theme.ts';
