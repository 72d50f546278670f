/** Copies the built documentation site into the package that serves it, before the package is packed. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

/** Without a built site (`pnpm docs:build`), the package has no manual; `/manual` explains it. */
export function copyManual(site: string, destination: string): void {
  rmSync(destination, { recursive: true, force: true });
  if (existsSync(site)) cpSync(site, destination, { recursive: true });
}

if (import.meta.main) copyManual(resolve(import.meta.dirname, '../../docs/dist'), resolve('manual'));
