/** Schemas of the health, readiness, version and status of a server. */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';
import { Space } from './spaces.ts';

export const Health = t.component('Health', {
  status: Type.Literal('alive', { description: 'Always `alive`.' }),
});
export type Health = Static<typeof Health>;

const states = ['ready', 'not ready'] as const;

export const Readiness = t.component('Readiness', {
  status: t.choice('`ready` if all required components are.', [...states]),
  parts: Type.Record(Type.String(), Type.Enum([...states]), {
    description:
      '`service` is `not ready` during shutdown. The other entries are the components of the server. An unavailable remote search space does not affect readiness while another space works.',
  }),
});
export type Readiness = Static<typeof Readiness>;

export const Version = t.component('Version', {
  version: t.text(
    'Version of the server, a semantic version (2.0.0) of the whole product: its API, settings and data. Below 1.0.0, a minor version may change the API. From 1.0.0 on, only a major version does.',
  ),
});
export type Version = Static<typeof Version>;

const { name, documents, concepts, healthy, notices, sources } = Space.properties;

export const ServiceStatus = t.component('ServiceStatus', {
  version: t.text('Version of the server.'),
  started: t.instant('Start of this server, ISO 8601 in UTC.'),
  components: t.objectList('Components of the server, with the backends of search spaces.', {
    name: t.text('Name of the component, as in `/ready`.'),
    ready: t.boolean('Whether it works.'),
    reason: Type.Optional(t.text('Why it does not work.')),
  }),
  findings: t.objectList('What `semantic-search doctor` says.', {
    part: t.text('Part of the data directory, or a token that expires soon.'),
    state: t.choice('A `doubtful` part works but needs attention.', ['good', 'doubtful', 'damaged']),
    message: t.text('What was found.'),
  }),
  disk: t.object('File system of the data directory.', {
    free: t.integer('Free bytes.'),
    total: t.integer('All bytes.'),
  }),
  spaces: t.objectList('Search spaces with their sources.', {
    name,
    documents,
    concepts,
    healthy,
    notices,
    sources,
  }),
});
export type ServiceStatus = Static<typeof ServiceStatus>;
