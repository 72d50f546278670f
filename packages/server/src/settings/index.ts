/** Settings of the server, for the command line. */
export { demoFolder } from '../package-folder.ts';
export { loadSettings, type ServerSettings } from './server-settings.ts';
