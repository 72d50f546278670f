/** Worker that runs the model of a directory, because a run blocks its thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { EmbeddingError } from '../embedder.ts';
import type { WorkerResult, WorkerTask } from './messages.ts';
import { openOnnxModel } from './onnx-model.ts';

const opening = openOnnxModel(workerData as string);
// The first task reports the failure.
opening.catch(() => undefined);

parentPort!.on('message', async ({ texts }: WorkerTask) => {
  const send = (result: WorkerResult) => parentPort!.postMessage(result);
  try {
    send({ vectors: await (await opening).embed(texts) });
  } catch (error) {
    const code = error instanceof EmbeddingError ? error.code : 'invalid-model';
    send({ error: { code, message: error instanceof Error ? error.message : String(error) } });
  }
});
