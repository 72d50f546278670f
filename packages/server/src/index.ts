/** Public interface of the package: a server in the process of the caller. */
export { createServer, type SearchServer, type ServerOptions, type TokenOptions } from './create-server.ts';
