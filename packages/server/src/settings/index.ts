/** Settings of the server, for the command line. */
export { demoFolder } from '../package-folder.ts';
export type { RemoteSpace } from './backend-entries.ts';
export { environmentVariable, loadSettings } from './environment.ts';
export { assignRanking, listRanking, readRankingSettings } from './ranking-settings.ts';
export type { ServerSettings } from './server-settings.ts';
