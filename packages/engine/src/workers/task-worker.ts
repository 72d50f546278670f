/** Worker for long computations: merges, thesauri, training of concept models. */
import { parentPort } from 'node:worker_threads';
import type { changeThesaurus, parseThesaurus } from '@semantic-search/query';
import type { TrainingTask } from '../concept-tagging/train-on-database.ts';
import type { Merge } from '../index-writing/merge-scheduler.ts';
import { serve } from './bridge.ts';

/** The code of a task is loaded on demand, because each worker does one kind of work. */
export const tasks = {
  mergeSegments: async (...merge: Parameters<Merge>) =>
    (await import('../index-writing/merger.ts')).mergeSegments(...merge),
  parseThesaurus: async (...content: Parameters<typeof parseThesaurus>) =>
    (await import('@semantic-search/query')).parseThesaurus(...content),
  changeThesaurus: async (...change: Parameters<typeof changeThesaurus>) =>
    (await import('@semantic-search/query')).changeThesaurus(...change),
  trainOnDatabase: async (task: TrainingTask) =>
    (await import('../concept-tagging/train-on-database.ts')).trainOnDatabase(task),
};

serve(parentPort!, tasks);
