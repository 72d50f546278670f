import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeTinyModel } from '../../test/tiny-model.fixture.ts';
import { openOnnxModel } from './onnx-model.ts';

it('names the package that is not installed', async () => {
  const path = mkdtempSync(join(tmpdir(), 'model-'));
  writeTinyModel(path);
  vi.doMock('onnxruntime-node', () => {
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  });
  try {
    await expect(openOnnxModel(path)).rejects.toMatchObject({
      code: 'missing-package',
      message: expect.stringContaining('onnxruntime-node'),
    });
  } finally {
    vi.doUnmock('onnxruntime-node');
    rmSync(path, { recursive: true });
  }
});
