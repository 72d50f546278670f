/** Worker for long computations: merges, thesauri, training of concept models. */
import { parentPort } from 'node:worker_threads';
import { serve } from './bridge.ts';

/** Loaded on demand, because each worker does one kind of work. */
export const tasks = {
  mergeSegments: async () => (await import('../index-writing/merger.ts')).mergeSegments,
  parseThesaurus: async () => (await import('@semantic-search/query')).parseThesaurus,
  changeThesaurus: async () => (await import('@semantic-search/query')).changeThesaurus,
  trainOnDatabase: async () => (await import('../concept-tagging/train-on-database.ts')).trainOnDatabase,
};

serve(parentPort!, async (name, args) => {
  const task = (await tasks[name as keyof typeof tasks]()) as (...args: unknown[]) => unknown;
  return task(...args);
});
