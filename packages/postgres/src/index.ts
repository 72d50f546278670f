/** Configurations and tokens of several servers in a PostgreSQL database. */
export { type Database, openDatabase } from './database.ts';
export { diagnoseDatabase } from './diagnosis.ts';
export { openSharedStores, openSharedTokens } from './shared-stores.ts';
export { type DatabaseLocation, postgresLocation } from './state-location.ts';
