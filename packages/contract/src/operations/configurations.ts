/** The operations on configurations (reference/http-api.md#configurations). */

import * as examples from '../examples.ts';
import * as parameters from '../messages/parameters.ts';
import * as configuration from '../settings/configuration.ts';
import { jsonBody, link, onConfiguration, operation, returns, type TaggedOperation } from './operation.ts';

const configurationLinks = {
  read: link('getConfiguration', 'Read it again.', { configId: '$response.body#/id' }),
  activate: link('setActiveConfiguration', 'Make it the active one.', { configId: '$response.body#/id' }),
  search: link('search', 'Search with it.', { configId: '$response.body#/id' }),
};

export const configurationOperations: TaggedOperation[] = [
  operation('createConfiguration', 'POST /api/configurations', {
    summary: 'Create a configuration',
    description:
      'Missing settings take the default values, so the main page offers the configuration only if `visible` is true. Settings outside of `config` return 400. If `config` has a `searchSpace`, but no `result`, `filter` or `details`, these are derived from the documents of the search space and stored. Invalid settings keep their default and are listed in `errors`. The body has at most 256 KiB. With `Prefer: handling=strict`, an invalid setting leads to 422 and nothing is saved.',
    scope: 'configurations:write',
    headers: ['Prefer'],
    body: { ...jsonBody(configuration.ConfigurationInput, examples.configurationInput), isOptional: true },
    response: returns(
      configuration.ConfigurationOutcome,
      'The saved configuration.',
      examples.configurationOutcome,
      { etag: true },
    ),
    links: configurationLinks,
  }),
  operation('listConfigurations', 'GET /api/configurations', {
    summary: 'List all configurations',
    description: 'All records with their settings, and the id of the active one.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: returns(
      configuration.ConfigurationList,
      'All configurations by id, and the id of the active one.',
      examples.configurationList,
      { etag: true },
    ),
  }),
  operation('getActiveConfiguration', 'GET /api/configurations/active', {
    summary: 'Read the active configuration',
    description: 'Returns 404 if no configuration is active.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: returns(configuration.Configuration, 'The active configuration.', examples.configuration, {
      etag: true,
    }),
    problems: ['not-found'],
  }),
  operation('getDefaultConfiguration', 'GET /api/configurations/default', {
    summary: 'Read the default settings',
    description:
      'The response can be edited and posted unchanged. With `searchSpace`, `result`, `filter` and `details` are derived from its documents; the defaults stay if it is missing, empty or unavailable.',
    scope: 'configurations:read',
    query: parameters.DefaultParameters,
    headers: ['If-None-Match'],
    response: returns(
      configuration.DefaultConfiguration,
      'Complete, valid settings.',
      examples.defaultConfiguration,
      { etag: true },
    ),
  }),
  operation('listVisibleConfigurations', 'GET /api/configurations/visible', {
    summary: 'List the configurations that visitors can choose',
    description: 'Those with the setting `visible`.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: returns(
      configuration.ConfigurationList,
      'The visible configurations by id, and the id of the active one.',
      examples.configurationList,
      { etag: true },
    ),
  }),
  operation('listLatestChanges', 'GET /api/configurations/changes', {
    summary: 'List the last change of each configuration',
    description: 'Also of deleted configurations, which can be undeleted.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: returns(
      configuration.LatestChanges,
      'The last change of each configuration by id.',
      examples.latestChanges,
      { etag: true },
    ),
  }),
  operation('getConfiguration', `GET ${onConfiguration}`, {
    summary: 'Read a configuration',
    description: 'A publishable token can read its own configurations, without `user`.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: returns(
      configuration.Configuration,
      'The configuration. A publishable token reads its own without `user`.',
      examples.configuration,
      { etag: true },
    ),
  }),
  operation('getConfigurationLogs', `GET ${onConfiguration}/logs`, {
    summary: 'Read the change history of a configuration',
    description: 'The history is deleted with the configuration; the audit log keeps it.',
    scope: 'configurations:read',
    query: parameters.LogParameters,
    headers: ['If-None-Match'],
    response: returns(configuration.Logs, 'Changes, newest first.', examples.logs, { etag: true }),
  }),
  operation('restoreConfiguration', `POST ${onConfiguration}/logs/{version}/restore`, {
    summary: 'Restore a configuration to an earlier version',
    description:
      'The restored settings become the newest version of the history. Settings that are no longer allowed keep their current value and are listed in `errors`.',
    scope: 'configurations:write',
    headers: ['If-Match'],
    response: returns(
      configuration.ConfigurationOutcome,
      'The updated configuration.',
      examples.configurationOutcome,
      { etag: true },
    ),
  }),
  operation('updateConfiguration', `PUT ${onConfiguration}`, {
    summary: 'Update a configuration',
    description:
      'Members of the body replace stored ones, absent members stay, arrays are replaced as a whole. Invalid settings keep their previous value and are listed in `errors`. The body has at most 256 KiB.',
    scope: 'configurations:write',
    headers: ['If-Match', 'Prefer'],
    body: { ...jsonBody(configuration.ConfigurationInput, examples.configurationUpdate), isOptional: true },
    response: returns(
      configuration.ConfigurationOutcome,
      'The updated configuration.',
      examples.configurationOutcome,
      { etag: true },
    ),
    links: configurationLinks,
  }),
  operation('setActiveConfiguration', `POST ${onConfiguration}/set`, {
    summary: 'Make a configuration the active one',
    description:
      'Deactivates the previous one in the same write. An activated configuration may be invisible to visitors.',
    scope: 'configurations:write',
    headers: ['If-Match'],
    response: returns(
      configuration.ActivationOutcome,
      'The configuration is active; the previous one is not.',
      { message: 'Configuration 1 is the active one.', activeConfigId: 1 },
    ),
  }),
  operation('deleteConfiguration', `DELETE ${onConfiguration}`, {
    summary: 'Delete a configuration',
    description: 'Deleting the active configuration leaves none active.',
    scope: 'configurations:write',
    headers: ['If-Match'],
    response: returns(
      configuration.DeletionOutcome,
      'The configuration is deleted; its id is never reused.',
      { message: 'Configuration 2 is deleted.', id: 2 },
    ),
    links: {
      undelete: link('undeleteConfiguration', 'Take the deletion back.', { configId: '$response.body#/id' }),
    },
  }),
  operation('undeleteConfiguration', `POST ${onConfiguration}/undelete`, {
    summary: 'Take the deletion of a configuration back',
    description:
      'The configuration has its settings and its history again. It is not the active one, even if it was before. Without effect if it is not deleted.',
    scope: 'configurations:write',
    response: returns(
      configuration.ConfigurationOutcome,
      'The configuration.',
      { ...examples.configurationOutcome, message: 'Configuration 1 exists again.' },
      { etag: true },
    ),
  }),
];
