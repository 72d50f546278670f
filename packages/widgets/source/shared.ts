/** What all elements stand on, gathered so that the build puts it into the script itself. */
export { Task } from '@lit/task';
export { getConfiguration, getSimilar } from '@semantic-search/client';
export { html, LitElement, nothing } from 'lit';
export { picture } from './document/document-facts.ts';
export { emit } from './events.ts';
export { loadLocale } from './locale/locale.ts';
export { ownEndpoint } from './session/endpoint.ts';
export { SessionSource } from './session/session-source.ts';
export { scale } from './theme/base-styles.ts';
export { paint } from './theme/theme.ts';
