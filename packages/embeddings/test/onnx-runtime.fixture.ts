/** Runtime of local models, which is not part of the workspace: whether it is installed, and why tests are skipped. */
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
