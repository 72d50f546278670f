/** Version of the server, from its package. */
import { readFileSync } from 'node:fs';

let version: string | undefined;

export function serverVersion(): string {
  version ??= (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  ).version;
  return version;
}
