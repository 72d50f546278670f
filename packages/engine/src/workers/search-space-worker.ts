/** Worker of search spaces: hosts those that the pool assigns to it. */
import { parentPort } from 'node:worker_threads';
import type { Assignment } from './messages.ts';
import { hostSpace } from './space-host.ts';

parentPort!.on('message', ({ location, port }: Assignment) => hostSpace(location, port));
