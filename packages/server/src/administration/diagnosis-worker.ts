/** Worker that checks one data directory, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { diagnose } from '../backup/diagnosis.ts';

parentPort!.postMessage(await diagnose(workerData as string));
