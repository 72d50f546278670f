/** The operations on configurations (reference/http-api.md#configurations). */
import * as examples from '../examples.ts';
import * as parameters from '../messages/parameters.ts';
import * as records from '../settings/configuration.ts';
import { jsonBody, type Operation, onConfiguration, operationWith, returns } from './operation.ts';

const outcome = (description: string, example: object = examples.configurationOutcome) =>
  returns(records.ConfigurationOutcome, description, example, { etag: true });

const operation = operationWith({
  tag: 'Configurations',
  scope: 'configurations:read',
  headers: ['If-None-Match'],
});
const change = operationWith({ tag: 'Configurations', scope: 'configurations:write', headers: ['If-Match'] });

export const configurationOperations: Operation[] = [
  change('createConfiguration', 'POST /api/configurations', {
    summary: 'Create a configuration',
    description:
      'Missing settings take the default values, so the main page offers the configuration only if `visible` is true. Settings outside of `config` return 400. If `config` has a `searchSpace`, but no `result`, `filter` or `details`, the server derives these settings from the documents of the search space and stores them. Invalid settings keep their default and are listed in `errors`. The body has at most 256 KiB. With `Prefer: handling=strict`, an invalid setting leads to 422 and nothing is saved.',
    headers: ['Prefer'],
    body: { ...jsonBody(records.ConfigurationInput, examples.configurationInput), isOptional: true },
    response: outcome('The saved configuration.'),
  }),
  operation('listConfigurations', 'GET /api/configurations', {
    summary: 'List all configurations',
    description: 'By ID, with their settings; also names the active one.',
    response: returns(records.ConfigurationList, 'The configurations.', examples.configurationList),
  }),
  operation('getActiveConfiguration', 'GET /api/configurations/active', {
    summary: 'Read the active configuration',
    description: 'Returns 404 if no configuration is active.',
    response: returns(records.Configuration, 'The active configuration.', examples.configuration),
    problems: ['not-found'],
  }),
  operation('getDefaultConfiguration', 'GET /api/configurations/default', {
    summary: 'Read the default settings',
    description:
      'The response can be edited and posted unchanged. With `searchSpace`, the server derives `result`, `filter` and `details` from the documents of this search space; the defaults stay if it is missing, empty or unavailable.',
    query: parameters.DefaultParameters,
    response: returns(records.DefaultConfiguration, 'Valid settings.', examples.defaultConfiguration),
  }),
  operation('listVisibleConfigurations', 'GET /api/configurations/visible', {
    summary: 'List the configurations that visitors can choose',
    description: 'The configurations with the setting `visible`, by ID; also names the active one.',
    response: returns(records.ConfigurationList, 'The configurations.', examples.configurationList),
  }),
  operation('listLatestChanges', 'GET /api/configurations/changes', {
    summary: 'List the last change of each configuration',
    description: 'Includes deleted configurations, which can be undeleted.',
    response: returns(records.LatestChanges, 'The changes, by ID.', examples.latestChanges),
  }),
  operation('getConfiguration', `GET ${onConfiguration}`, {
    summary: 'Read a configuration',
    description: 'A publishable token can read its own configurations, without `user`.',
    response: returns(records.Configuration, 'The configuration.', examples.configuration),
  }),
  operation('getConfigurationLogs', `GET ${onConfiguration}/logs`, {
    summary: 'Read the change history of a configuration',
    description: 'The history is deleted with the configuration; the audit log keeps it.',
    query: parameters.LogParameters,
    response: returns(records.Logs, 'Changes, newest first.', examples.logs),
  }),
  change('restoreConfiguration', `POST ${onConfiguration}/logs/{version}/restore`, {
    summary: 'Restore a configuration to an earlier version',
    description:
      'The restored settings become the newest version in the history. Settings that are no longer allowed keep their current value and are listed in `errors`.',
    response: outcome('The updated configuration.'),
  }),
  change('updateConfiguration', `PUT ${onConfiguration}`, {
    summary: 'Update a configuration',
    description:
      'Members of the body replace stored ones, absent members stay, arrays are replaced as a whole. Invalid settings keep their previous value and are listed in `errors`. The body has at most 256 KiB.',
    headers: ['If-Match', 'Prefer'],
    body: { ...jsonBody(records.ConfigurationInput, examples.configurationUpdate), isOptional: true },
    response: outcome('The updated configuration.'),
  }),
  change('setActiveConfiguration', `POST ${onConfiguration}/set`, {
    summary: 'Make a configuration the active one',
    description:
      'Deactivates the previous one in the same write. An activated configuration may be invisible to visitors.',
    response: returns(records.ActivationOutcome, 'The configuration is active; the previous one is not.', {
      message: 'Configuration 1 is the active one.',
      activeConfigId: 1,
    }),
  }),
  change('deleteConfiguration', `DELETE ${onConfiguration}`, {
    summary: 'Delete a configuration',
    description: 'Deleting the active configuration leaves none active.',
    response: returns(records.DeletionOutcome, 'The configuration is deleted; its ID is never reused.', {
      message: 'Configuration 2 is deleted.',
      id: 2,
    }),
  }),
  change('undeleteConfiguration', `POST ${onConfiguration}/undelete`, {
    summary: 'Undo the deletion of a configuration',
    description:
      'Restores the configuration with its settings and its history. It is not active, even if it was active before. The operation has no effect on a configuration that is not deleted.',
    headers: [],
    response: outcome('The configuration.', {
      ...examples.configurationOutcome,
      message: 'Configuration 1 exists again.',
    }),
  }),
];
