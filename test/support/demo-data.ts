/** Data directory with the demo data, loaded once per run of the tests and copied by each service. */
import type { TestProject } from 'vitest/node';
import { startService, temporaryDirectory } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demoData: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { path, remove } = await temporaryDirectory();
  const service = await startService(path);
  await service.stop();
  project.provide('demoData', path);
  return remove;
}
