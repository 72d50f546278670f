/** Configurations and tokens of several servers in a PostgreSQL database. */
export { type Database, openDatabase } from './database.ts';
export { openSharedStorage } from './shared-storage.ts';
export { postgresLocation } from './state-location.ts';
