/** Reads the environment variables of the process: the settings, and variables that a command names. */
import { type ServerSettings, serverSettings } from './server-settings.ts';

type Variables = Record<string, string>;

/** Precedence: `given`, then the environment, then `defaults`. Throws an error that lists invalid variables. */
export function loadSettings(given: Variables = {}, defaults: Variables = {}): ServerSettings {
  return serverSettings({ ...defaults, ...process.env, ...given });
}

/** Value of a variable that a command names, such as one with a secret. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
