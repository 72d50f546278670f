/** Schemas of health, readiness and version. */
import Type, { type Static } from 'typebox';

export const Health = Type.Object({ status: Type.Literal('alive') }, { $id: 'Health' });
export type Health = Static<typeof Health>;

const State = Type.Enum(['ready', 'not ready']);

export const Readiness = Type.Object(
  {
    status: State,
    parts: Type.Record(Type.String(), State, {
      description:
        '`service` is `not ready` during shutdown. The other entries are the components of the server. An unavailable remote search space does not affect readiness while another space works.',
    }),
  },
  { $id: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;

export const Version = Type.Object(
  { version: Type.String({ description: 'Semantic version; only additions within a major version.' }) },
  { $id: 'Version' },
);
export type Version = Static<typeof Version>;
