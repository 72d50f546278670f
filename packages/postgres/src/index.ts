/** Configurations and tokens of several servers in a PostgreSQL database. */
export { type Database, openDatabase } from './database.ts';
export { openSharedStores } from './shared-stores.ts';
export { postgresLocation } from './state-location.ts';
