/** The operations on configurations (reference/http-api.md#configurations). */
import * as configuration from '../configuration.ts';
import * as examples from '../examples.ts';
import * as parameters from '../parameters.ts';
import { bodyProblems, json, onConfiguration, type TaggedOperation } from './operation.ts';

const configurationLinks = {
  read: {
    operationId: 'getConfiguration',
    description: 'Read it again.',
    parameters: { configId: '$response.body#/id' },
  },
  activate: {
    operationId: 'setActiveConfiguration',
    description: 'Make it the active one.',
    parameters: { configId: '$response.body#/id' },
  },
  search: {
    operationId: 'search',
    description: 'Search with it.',
    parameters: { configId: '$response.body#/id' },
  },
};

export const configurationOperations: TaggedOperation[] = [
  {
    id: 'createConfiguration',
    method: 'post',
    path: '/api/configurations',
    summary: 'Create a configuration',
    description:
      'Missing settings take the default values, so the main page offers the configuration only if `visible` is true. Settings outside of `config` return 400. If `config` has a `searchSpace`, but no `result`, `filter` or `details`, these are derived from the documents of the search space and stored. Invalid settings keep their default and are listed in `errors`. The body has at most 256 KiB. With `Prefer: handling=strict`, an invalid setting leads to 422 and nothing is saved.',
    scope: 'configurations:write',
    headers: ['Prefer'],
    body: {
      schema: configuration.ConfigurationInput,
      isOptional: true,
      mediaTypes: json,
      example: examples.configurationInput,
    },
    response: {
      schema: configuration.ConfigurationOutcome,
      description: 'The saved configuration.',
      example: examples.configurationOutcome,
      etag: true,
    },
    problems: [...bodyProblems, 'unprocessable-content'],
    links: configurationLinks,
  },
  {
    id: 'listConfigurations',
    method: 'get',
    path: '/api/configurations',
    summary: 'List all configurations',
    description: 'All records with their settings, and the id of the active one.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: {
      schema: configuration.ConfigurationList,
      description: 'All configurations by id, and the id of the active one.',
      example: examples.configurationList,
      etag: true,
    },
    problems: [],
  },
  {
    id: 'getActiveConfiguration',
    method: 'get',
    path: '/api/configurations/active',
    summary: 'Read the active configuration',
    description: 'Returns 404 if no configuration is active.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: {
      schema: configuration.Configuration,
      description: 'The active configuration.',
      example: examples.configuration,
      etag: true,
    },
    problems: ['not-found'],
  },
  {
    id: 'getDefaultConfiguration',
    method: 'get',
    path: '/api/configurations/default',
    summary: 'Read the default settings',
    description:
      'The response can be edited and posted unchanged. With `searchSpace`, `result`, `filter` and `details` are derived from its documents; the defaults stay if it is missing, empty or unavailable.',
    scope: 'configurations:read',
    query: parameters.DefaultParameters,
    headers: ['If-None-Match'],
    response: {
      schema: configuration.DefaultConfiguration,
      description: 'Complete, valid settings.',
      example: examples.defaultConfiguration,
      etag: true,
    },
    problems: ['bad-request'],
  },
  {
    id: 'listVisibleConfigurations',
    method: 'get',
    path: '/api/configurations/visible',
    summary: 'List the configurations that visitors can choose',
    description: 'Those with the setting `visible`.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: {
      schema: configuration.ConfigurationList,
      description: 'The visible configurations by id, and the id of the active one.',
      example: examples.configurationList,
      etag: true,
    },
    problems: [],
  },
  {
    id: 'getConfiguration',
    method: 'get',
    path: onConfiguration,
    summary: 'Read a configuration',
    description: 'A publishable token can read its own configurations, without `user`.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    response: {
      schema: configuration.Configuration,
      description: 'The configuration. A publishable token reads its own without `user`.',
      example: examples.configuration,
      etag: true,
    },
    problems: ['not-found'],
  },
  {
    id: 'getConfigurationLogs',
    method: 'get',
    path: `${onConfiguration}/logs`,
    summary: 'Read the change history of a configuration',
    description: 'The history is deleted with the configuration; the audit log keeps it.',
    scope: 'configurations:read',
    query: parameters.LogParameters,
    headers: ['If-None-Match'],
    response: {
      schema: configuration.Logs,
      description: 'Changes, newest first.',
      example: examples.logs,
      etag: true,
    },
    problems: ['bad-request', 'not-found'],
  },
  {
    id: 'restoreConfiguration',
    method: 'post',
    path: `${onConfiguration}/logs/{version}/restore`,
    summary: 'Restore a configuration to an earlier version',
    description:
      'The restored settings become the newest version of the history. Settings that are no longer allowed keep their current value and are listed in `errors`.',
    scope: 'configurations:write',
    headers: ['If-Match'],
    response: {
      schema: configuration.ConfigurationOutcome,
      description: 'The updated configuration.',
      example: examples.configurationOutcome,
      etag: true,
    },
    problems: ['bad-request', 'not-found', 'precondition-failed'],
  },
  {
    id: 'updateConfiguration',
    method: 'put',
    path: onConfiguration,
    summary: 'Update a configuration',
    description:
      'Members of the body replace stored ones, absent members stay, arrays are replaced as a whole. Invalid settings keep their previous value and are listed in `errors`. The body has at most 256 KiB.',
    scope: 'configurations:write',
    headers: ['If-Match', 'Prefer'],
    body: {
      schema: configuration.ConfigurationInput,
      isOptional: true,
      mediaTypes: json,
      example: examples.configurationUpdate,
    },
    response: {
      schema: configuration.ConfigurationOutcome,
      description: 'The updated configuration.',
      example: examples.configurationOutcome,
      etag: true,
    },
    problems: [...bodyProblems, 'not-found', 'precondition-failed', 'unprocessable-content'],
    links: configurationLinks,
  },
  {
    id: 'setActiveConfiguration',
    method: 'post',
    path: `${onConfiguration}/set`,
    summary: 'Make a configuration the active one',
    description:
      'Deactivates the previous one in the same write. An activated configuration may be invisible to visitors.',
    scope: 'configurations:write',
    headers: ['If-Match'],
    response: {
      schema: configuration.ActivationOutcome,
      description: 'The configuration is active; the previous one is not.',
      example: { message: 'Configuration 1 is the active one.', activeConfigId: 1 },
    },
    problems: ['bad-request', 'not-found', 'precondition-failed'],
  },
  {
    id: 'deleteConfiguration',
    method: 'delete',
    path: onConfiguration,
    summary: 'Delete a configuration',
    description: 'Deleting the active configuration leaves none active.',
    scope: 'configurations:write',
    headers: ['If-Match'],
    response: {
      schema: configuration.DeletionOutcome,
      description: 'The configuration is deleted; its id is never reused.',
      example: { message: 'Configuration 2 is deleted.', id: 2 },
    },
    problems: ['bad-request', 'not-found', 'precondition-failed'],
    links: {
      undelete: {
        operationId: 'undeleteConfiguration',
        description: 'Take the deletion back.',
        parameters: { configId: '$response.body#/id' },
      },
    },
  },
  {
    id: 'undeleteConfiguration',
    method: 'post',
    path: `${onConfiguration}/undelete`,
    summary: 'Take the deletion of a configuration back',
    description:
      'The configuration has its settings and its history again. It is not the active one, even if it was before. Without effect if it is not deleted.',
    scope: 'configurations:write',
    response: {
      schema: configuration.ConfigurationOutcome,
      description: 'The configuration.',
      example: { ...examples.configurationOutcome, message: 'Configuration 1 exists again.' },
      etag: true,
    },
    problems: ['not-found'],
  },
];
