/** Schemas of health, readiness and version. */
import Type, { type Static } from 'typebox';
import { boolean, component, instant, integer, text } from '../parts/schema-parts.ts';
import { Space } from './spaces.ts';

export const Health = component('Health', {
  status: Type.Literal('alive', { description: 'Always `alive`.' }),
});
export type Health = Static<typeof Health>;

const states = ['ready', 'not ready'] as const;

export const Readiness = component('Readiness', {
  status: Type.Enum([...states], { description: '`ready` if all required components are.' }),
  parts: Type.Record(Type.String(), Type.Enum([...states]), {
    description:
      '`service` is `not ready` during shutdown. The other entries are the components of the server. An unavailable remote search space does not affect readiness while another space works.',
  }),
});
export type Readiness = Static<typeof Readiness>;

export const Version = component('Version', {
  version: text(
    'Version of the server, a semantic version (2.0.0) of the whole product: its API, settings and data. Below 1.0.0, a minor version may change the API. From 1.0.0 on, only a major version does.',
  ),
});
export type Version = Static<typeof Version>;

const { name, documents, concepts, healthy, notices, sources } = Space.properties;

export const ServiceStatus = component('ServiceStatus', {
  version: text('Version of the server.'),
  started: instant('Start of this server, ISO 8601 in UTC.'),
  components: Type.Array(
    Type.Object({
      name: text('Name of the component, as in `/ready`.'),
      ready: boolean('Whether it works.'),
      reason: Type.Optional(text('Why it does not work.')),
    }),
    { description: 'Components of the server, with the backends of search spaces.' },
  ),
  findings: Type.Array(
    Type.Object({
      part: text('Part of the data directory, or a token that ends soon.'),
      state: Type.Enum(['good', 'doubtful', 'damaged'], {
        description: 'A `doubtful` part works but needs attention.',
      }),
      message: text('What was found.'),
    }),
    { description: 'What `semantic-search doctor` says.' },
  ),
  disk: Type.Object(
    { free: integer('Free bytes.'), total: integer('All bytes.') },
    { description: 'File system of the data directory.' },
  ),
  spaces: Type.Array(Type.Object({ name, documents, concepts, healthy, notices, sources }), {
    description: 'Search spaces with their sources.',
  }),
});
export type ServiceStatus = Static<typeof ServiceStatus>;
