/** Schemas of health, readiness and version. */
import Type, { type Static } from 'typebox';
import { component, text } from './schema-parts.ts';

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
