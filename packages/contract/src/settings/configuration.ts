/** Schemas of configurations and their history (reference/http-api.md#configurations). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, requestLimits } from '../parts/limits.ts';
import { safeNames } from '../parts/names.ts';
import { FieldError } from '../parts/problem.ts';
import * as t from '../parts/schema-parts.ts';
import { ConfigurationSettings } from './settings.ts';

/** A configuration as the API returns it. */
export const Configuration = t.component('Configuration', {
  id: t.integer('ID of the configuration; never reused.', t.range(1, MAX_INT32)),
  user: Type.Optional(t.text('Who created it: the subject of the token; absent for publishable tokens.')),
  created: t.instant('Time of creation, ISO 8601 in UTC with milliseconds.'),
  config: { ...ConfigurationSettings, description: 'The settings.' },
});
export type Configuration = Static<typeof Configuration>;

const setByServer = (member: string) =>
  Type.Optional(
    Type.Unknown({ description: `${member} The server sets it; another value appears in \`errors\`.` }),
  );

export const configurationMembers = ['id', 'user', 'created', 'config'];

/** Body of create and update: any part of a configuration. Missing members keep their default or previous value. */
export const ConfigurationInput = t.component(
  'ConfigurationInput',
  {
    id: setByServer('ID.'),
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
    // Without `config`, other members are probably misplaced settings and rejected.
    if: { propertyNames: { enum: configurationMembers } },
    else: { properties: { config: { description: 'Settings.' } }, required: ['config'] },
  },
);

/** Response of create and update: the configuration, a message, and every rejected setting. */
export const ConfigurationOutcome = t.component('ConfigurationOutcome', {
  ...Configuration.properties,
  user: t.text('Who created it: the subject of the token.'),
  message: t.message,
  errors: t.list(
    `Settings that were rejected or could not be verified: at most ${requestLimits.errors}, and the number of the others.`,
    FieldError,
  ),
});
export type ConfigurationOutcome = Static<typeof ConfigurationOutcome>;

export const ConfigurationList = t.component('ConfigurationList', {
  activeConfigId: t.orNull('ID of the active configuration; null if none is active.', Type.Integer()),
  configurations: t.list('By ascending ID.', Configuration),
});
export type ConfigurationList = Static<typeof ConfigurationList>;

export const DefaultConfiguration = t.component('DefaultConfiguration', {
  config: Configuration.properties.config,
});
export type DefaultConfiguration = Static<typeof DefaultConfiguration>;

export const ActivationOutcome = t.outcome('ActivationOutcome', {
  activeConfigId: t.integer('ID of the active configuration.'),
});
export type ActivationOutcome = Static<typeof ActivationOutcome>;

export const DeletionOutcome = t.outcome('DeletionOutcome', {
  id: t.integer('ID of the deleted configuration.'),
});
export type DeletionOutcome = Static<typeof DeletionOutcome>;

/** Changed setting: dotted `key`, old and new value; an absent value is null. */
export const Change = t.component('Change', {
  key: t.text('Dotted path of the setting, such as `result.itemsPerPage`.'),
  oldValue: Type.Unknown({ description: 'Value before; null if it was absent.' }),
  newValue: Type.Unknown({ description: 'Value after; null if it is absent.' }),
});
export type Change = Static<typeof Change>;

export const LogEntry = t.component('LogEntry', {
  version: t.integer('1 for the creation, then consecutive.', { minimum: 1 }),
  date: t.instant('Time of the change, ISO 8601 in UTC.'),
  user: t.text('Who changed it: the subject of the token.'),
  action: t.choice('What happened.', [
    'created',
    'updated',
    'activated',
    'deactivated',
    'deleted',
    'undeleted',
  ]),
  changes: t.list('The changed settings.', Change),
});
export type LogEntry = Static<typeof LogEntry>;

/** Change history of a configuration, newest first. */
export const Logs = t.component('Logs', {
  total: t.integer('Number of changes.'),
  start: t.integer('Number of changes that were skipped.'),
  logs: t.list('Changes, newest first.', LogEntry),
});
export type Logs = Static<typeof Logs>;

/** The last change of each configuration, which is the only trace of a deleted configuration. */
export const LatestChanges = t.component('LatestChanges', {
  changes: t.objectList('One for each configuration, by ascending ID; `deleted` can be undeleted.', {
    id: Configuration.properties.id,
    title: t.text('Title of the configuration.'),
    owner: t.text('Who created it: the subject of the token.'),
    date: LogEntry.properties.date,
    user: LogEntry.properties.user,
    action: LogEntry.properties.action,
  }),
});
export type LatestChanges = Static<typeof LatestChanges>;
