/** Schemas of configurations and their history (reference/http-api.md#configurations). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, safeNames } from '../parts/limits.ts';
import { FieldError } from '../parts/problem.ts';
import { component, instant, integer, message, orNull, text } from '../parts/schema-parts.ts';
import { ConfigurationSettings } from './settings.ts';

/** Stored configuration. */
export const Configuration = component('Configuration', {
  id: integer('Id of the configuration; never reused.', { minimum: 1, maximum: MAX_INT32 }),
  user: Type.Optional(text('Who created it: the subject of the token; absent for publishable tokens.')),
  created: instant('Time of creation, ISO 8601 in UTC with milliseconds.'),
  config: { ...ConfigurationSettings, description: 'The settings.' },
});
export type Configuration = Static<typeof Configuration>;

const setByServer = (what: string) =>
  Type.Optional(
    Type.Unknown({ description: `${what} The server sets it; another value appears in \`errors\`.` }),
  );

/** Members of a record. */
export const recordMembers = ['id', 'user', 'created', 'config'];

/** Body of create and update: any part of a record. Missing members keep their default or previous value. */
export const ConfigurationInput = component(
  'ConfigurationInput',
  {
    id: setByServer('Id.'),
    user: setByServer('Owner.'),
    created: setByServer('Time of creation.'),
    config: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          propertyNames: safeNames,
          description: 'Any part of Settings. Unknown members are not stored and appear in `errors`.',
        },
      ),
    ),
  },
  {
    additionalProperties: true,
    propertyNames: safeNames,
    // Settings outside of `config` are a mistake if there is no `config`.
    if: { propertyNames: { enum: recordMembers } },
    else: { properties: { config: { description: 'Settings.' } }, required: ['config'] },
  },
);

/** Response of create and update: the record, a message, and every rejected setting. */
export const ConfigurationOutcome = component('ConfigurationOutcome', {
  id: Configuration.properties.id,
  user: text('Who created it: the subject of the token.'),
  created: Configuration.properties.created,
  config: Configuration.properties.config,
  message,
  errors: Type.Array(FieldError, {
    description: 'Settings that were rejected or could not be verified, at most 1001.',
  }),
});
export type ConfigurationOutcome = Static<typeof ConfigurationOutcome>;

export const ConfigurationList = component('ConfigurationList', {
  activeConfigId: orNull(Type.Integer(), 'Id of the active configuration; null if none is active.'),
  configurations: Type.Array(Configuration, { description: 'By ascending id.' }),
});
export type ConfigurationList = Static<typeof ConfigurationList>;

export const DefaultConfiguration = component('DefaultConfiguration', {
  config: Configuration.properties.config,
});
export type DefaultConfiguration = Static<typeof DefaultConfiguration>;

export const ActivationOutcome = component('ActivationOutcome', {
  message,
  activeConfigId: integer('Id of the active configuration.'),
});
export type ActivationOutcome = Static<typeof ActivationOutcome>;

export const DeletionOutcome = component('DeletionOutcome', {
  message,
  id: integer('Id of the deleted configuration.'),
});
export type DeletionOutcome = Static<typeof DeletionOutcome>;

/** Changed setting: dotted `key`, old and new value; an absent value is null. */
export const Change = component('Change', {
  key: text('Dotted path of the setting, such as `result.itemsPerPage`.'),
  oldValue: Type.Unknown({ description: 'Value before; null if it was absent.' }),
  newValue: Type.Unknown({ description: 'Value after.' }),
});
export type Change = Static<typeof Change>;

export const LogEntry = component('LogEntry', {
  version: integer('1 for the creation, then consecutive.', { minimum: 1 }),
  date: instant('Time of the change, ISO 8601 in UTC.'),
  user: text('Who changed it: the subject of the token.'),
  action: Type.Enum(['created', 'updated', 'activated', 'deactivated', 'deleted', 'undeleted'], {
    description: 'What happened.',
  }),
  changes: Type.Array(Change, { description: 'The changed settings.' }),
});
export type LogEntry = Static<typeof LogEntry>;

/** Change history of a configuration, newest first. */
export const Logs = component('Logs', {
  total: integer('Number of changes.'),
  start: integer('Number of changes that were skipped.'),
  logs: Type.Array(LogEntry, { description: 'Changes, newest first.' }),
});
export type Logs = Static<typeof Logs>;

/** The last change of each configuration: the only trace of those that are deleted. */
export const LatestChanges = component('LatestChanges', {
  changes: Type.Array(
    Type.Object({
      id: Configuration.properties.id,
      title: text('Title of the configuration.'),
      owner: text('Who created it: the subject of the token.'),
      date: LogEntry.properties.date,
      user: LogEntry.properties.user,
      action: LogEntry.properties.action,
    }),
    { description: 'One for each configuration, by ascending id; `deleted` can be undeleted.' },
  ),
});
export type LatestChanges = Static<typeof LatestChanges>;
