/** Schemas of configurations and their history (docs/http-api.md#configurations). */
import Type, { type Static } from 'typebox';
import { MAX_INT32 } from './limits.ts';
import { FieldError } from './problem.ts';
import { ConfigurationSettings } from './settings.ts';

/** Stored configuration. */
export const Configuration = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: MAX_INT32 }),
    user: Type.Optional(Type.String({ description: 'Absent for publishable tokens.' })),
    created: Type.String({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds.' }),
    config: ConfigurationSettings,
  },
  { $id: 'Configuration' },
);
export type Configuration = Static<typeof Configuration>;

/** Body of create and update: any part of a record. Missing members keep their default or previous value. */
export const ConfigurationInput = Type.Object(
  {
    id: Type.Optional(Type.Unknown()),
    user: Type.Optional(Type.Unknown()),
    created: Type.Optional(Type.Unknown()),
    config: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Any part of Settings.' }),
    ),
  },
  { $id: 'ConfigurationInput', additionalProperties: true },
);

/** Response of create and update: the record, a message, and every rejected setting. */
export const ConfigurationOutcome = Type.Object(
  {
    id: Configuration.properties.id,
    user: Type.String(),
    created: Configuration.properties.created,
    config: ConfigurationSettings,
    message: Type.String(),
    errors: Type.Array(FieldError),
  },
  { $id: 'ConfigurationOutcome' },
);
export type ConfigurationOutcome = Static<typeof ConfigurationOutcome>;

export const ConfigurationList = Type.Object(
  { activeConfigId: Type.Union([Type.Integer(), Type.Null()]), configurations: Type.Array(Configuration) },
  { $id: 'ConfigurationList' },
);
export type ConfigurationList = Static<typeof ConfigurationList>;

export const DefaultConfiguration = Type.Object(
  { config: ConfigurationSettings },
  { $id: 'DefaultConfiguration' },
);
export type DefaultConfiguration = Static<typeof DefaultConfiguration>;

export const ActivationOutcome = Type.Object(
  { message: Type.String(), activeConfigId: Type.Integer() },
  { $id: 'ActivationOutcome' },
);
export type ActivationOutcome = Static<typeof ActivationOutcome>;

export const DeletionOutcome = Type.Object(
  { message: Type.String(), id: Type.Integer() },
  { $id: 'DeletionOutcome' },
);
export type DeletionOutcome = Static<typeof DeletionOutcome>;

/** Changed setting: dotted `key`, old and new value; an absent value is null. */
export const Change = Type.Object(
  { key: Type.String(), oldValue: Type.Unknown(), newValue: Type.Unknown() },
  { $id: 'Change' },
);
export type Change = Static<typeof Change>;

export const LogEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: '1 for the creation, then consecutive.' }),
    date: Type.String({ format: 'date-time' }),
    user: Type.String(),
    action: Type.Enum(['created', 'updated', 'activated', 'deactivated']),
    changes: Type.Array(Change),
  },
  { $id: 'LogEntry' },
);
export type LogEntry = Static<typeof LogEntry>;

/** Change history of a configuration, newest first. */
export const Logs = Type.Object(
  { total: Type.Integer(), start: Type.Integer(), logs: Type.Array(LogEntry) },
  { $id: 'Logs' },
);
export type Logs = Static<typeof Logs>;
