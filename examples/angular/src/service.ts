/** Where to search: address of the service, id of a configuration, and a publishable token for both. */
export const service = {
  endpoint: 'http://localhost:8080',
  configuration: 1,
  token: 'eyJ…',
};
