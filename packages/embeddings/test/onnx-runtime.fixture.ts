/** Runtime of local models, which the workspace does not install: its availability and the skip reason. */
import { skipReason } from '../../server/test/support/skip-reason.ts';

const runtime: string = 'onnxruntime-node';

export const isInstalled = await import(runtime).then(
  () => true,
  () => false,
);

/** Appended to the names of skipped tests; empty if the runtime is installed. */
export const skipped = isInstalled
  ? ''
  : ` (${skipReason('skipped: onnxruntime-node is not installed, see .ci/install.')})`;
