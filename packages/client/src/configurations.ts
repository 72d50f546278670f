/** Configuration operations (reference/http-api.md#configurations). */
import type {
  ActivationOutcome,
  Configuration,
  ConfigurationList,
  ConfigurationOutcome,
  ConfigurationSettings,
  DefaultConfiguration,
  DeletionOutcome,
  Logs,
} from '@semantic-search/contract';
import { type Connection, type RequestOptions, request, type WriteOptions } from './request.ts';

/** Any part of the settings, at any depth; arrays are replaced as a whole. */
export type PartOf<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Member in keyof Value]?: PartOf<Value[Member]> }
    : Value;

/** Body of create and update: a whole record, or only its settings. */
export type ConfigurationBody = Partial<Omit<Configuration, 'config'>> & {
  config?: PartOf<ConfigurationSettings>;
};

/** `POST /api/configurations` */
export const createConfiguration = (
  connection: Connection,
  body: ConfigurationBody,
  options: WriteOptions = {},
) => request<ConfigurationOutcome>(connection, '', { ...options, method: 'POST', body });

/** `GET /api/configurations` */
export const listConfigurations = (connection: Connection, options: RequestOptions = {}) =>
  request<ConfigurationList>(connection, '', options);

/** `GET visible`: the configurations that visitors can select. */
export const listVisibleConfigurations = (connection: Connection, options: RequestOptions = {}) =>
  request<ConfigurationList>(connection, '/visible', options);

/** `GET {configId}` */
export const getConfiguration = (connection: Connection, configId: number, options: RequestOptions = {}) =>
  request<Configuration>(connection, `/${configId}`, options);

/** `GET active`. Rejects with ApiError `not-found` if no configuration is active. */
export const getActiveConfiguration = (connection: Connection, options: RequestOptions = {}) =>
  request<Configuration>(connection, '/active', options);

/** `GET default`: settings to start from; with `searchSpace`, derived from its documents. */
export const getDefaultConfiguration = (
  connection: Connection,
  { searchSpace, ...options }: RequestOptions & { searchSpace?: string } = {},
) => request<DefaultConfiguration>(connection, '/default', { ...options, parameters: { searchSpace } });

/** `GET {configId}/logs`, newest first. */
export const getConfigurationLogs = (
  connection: Connection,
  configId: number,
  { start, count }: { start?: number; count?: number } = {},
  options: RequestOptions = {},
) => request<Logs>(connection, `/${configId}/logs`, { ...options, parameters: { start, count } });

/** `POST {configId}/logs/{version}/restore`: restores an earlier version as a new change. */
export const restoreConfiguration = (
  connection: Connection,
  configId: number,
  version: number,
  options: WriteOptions = {},
) =>
  request<ConfigurationOutcome>(connection, `/${configId}/logs/${version}/restore`, {
    ...options,
    method: 'POST',
  });

/** `PUT {configId}` */
export const updateConfiguration = (
  connection: Connection,
  configId: number,
  body: ConfigurationBody,
  options: WriteOptions = {},
) => request<ConfigurationOutcome>(connection, `/${configId}`, { ...options, method: 'PUT', body });

/** `POST {configId}/set`: activates the configuration. */
export const activateConfiguration = (connection: Connection, configId: number, options: WriteOptions = {}) =>
  request<ActivationOutcome>(connection, `/${configId}/set`, { ...options, method: 'POST' });

/** `DELETE {configId}` */
export const deleteConfiguration = (connection: Connection, configId: number, options: WriteOptions = {}) =>
  request<DeletionOutcome>(connection, `/${configId}`, { ...options, method: 'DELETE' });
