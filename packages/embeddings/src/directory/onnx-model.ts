/** Local embedding model: tokenizer and ONNX network of a directory, with mean pooling. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { EmbeddingError } from '../embedder.ts';
import { meanPool } from './mean-pooling.ts';
import { tokenBatch } from './token-batch.ts';

export interface OnnxModel {
  /** Resolves to a unit vector for each text. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Where models are usually stored below their directory, the quantized one first: it is as good and faster. */
const MODEL_FILES = [
  'model_quantized.onnx',
  'model.onnx',
  join('onnx', 'model_quantized.onnx'),
  join('onnx', 'model.onnx'),
];
/** Most models were trained on texts of up to this length, and the time of a run grows with its square. */
const DEFAULT_MAX_TOKENS = 512;

type Runtime = Pick<typeof import('onnxruntime-common'), 'InferenceSession' | 'Tensor'>;

/** No peer dependency, because pnpm would install its 290 MB in this workspace. */
const runtimePackage: string = 'onnxruntime-node';

/** Throws `missing-package` or `invalid-model`. */
export async function openOnnxModel(directory: string): Promise<OnnxModel> {
  const file = MODEL_FILES.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (!file)
    throw new EmbeddingError('invalid-model', `${directory} has no model: ${MODEL_FILES.join(', ')}.`);
  const runtime = await load<Runtime>(runtimePackage, () => import(runtimePackage));
  const { Tokenizer } = await load('@huggingface/tokenizers', () => import('@huggingface/tokenizers'));
  const config = readJson(directory, 'tokenizer_config.json');
  const tokenizer = new Tokenizer(readJson(directory, 'tokenizer.json'), config);
  const session = await runtime.InferenceSession.create(file).catch((cause: unknown) => {
    const reason = `${file} cannot be opened: ${(cause as Error).message}`;
    throw new EmbeddingError('invalid-model', reason, { cause });
  });
  const limits = [config.model_max_length, readJson(directory, 'config.json', {}).max_position_embeddings];
  const maxTokens = Math.min(DEFAULT_MAX_TOKENS, ...limits.filter((limit) => typeof limit === 'number'));
  return { embed: (texts) => embedTexts(texts, { runtime, tokenizer, session, maxTokens }) };
}

interface OpenedModel {
  runtime: Runtime;
  tokenizer: Tokenizer;
  session: InferenceSession;
  maxTokens: number;
}

/** Runs the network once, on all texts together. */
async function embedTexts(texts: readonly string[], model: OpenedModel): Promise<Float32Array[]> {
  const { runtime, tokenizer, session, maxTokens } = model;
  const batch = tokenBatch(texts, tokenizer, maxTokens);
  const tensor = (values: BigInt64Array) => new runtime.Tensor('int64', values, [texts.length, batch.length]);
  const inputs: Record<string, () => BigInt64Array> = {
    input_ids: () => batch.ids,
    attention_mask: () => batch.mask,
    token_type_ids: () => new BigInt64Array(batch.ids.length),
  };
  const feeds: Record<string, Tensor> = {};
  for (const name of session.inputNames) {
    const values = inputs[name];
    if (!values) throw new EmbeddingError('invalid-model', `The model has the unknown input ${name}.`);
    feeds[name] = tensor(values());
  }
  const outputs = await session.run(feeds);
  const output = outputs.last_hidden_state ?? outputs[session.outputNames[0]!]!;
  if (output.type !== 'float32' || output.dims.length !== 3)
    throw new EmbeddingError('invalid-model', 'The model must return a float32 vector for each token.');
  return meanPool(output.data as Float32Array, batch.mask, texts.length, output.dims[2]!);
}

const REMEDY =
  'install onnxruntime-node and @huggingface/tokenizers (docs/src/content/docs/how-to/embeddings.md)';

/** Rejects with `missing-package`, with a remedy if the package is not installed. */
async function load<Module>(name: string, importPackage: () => Promise<Module>): Promise<Module> {
  try {
    return await importPackage();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ERR_MODULE_NOT_FOUND'
        ? `A model in a directory needs the package ${name}, which is not installed: ${REMEDY}.`
        : `The package ${name} cannot be loaded: ${message}`;
    throw new EmbeddingError('missing-package', reason, { cause });
  }
}

/** Content of a JSON file; `fallback` if the file does not exist. Throws `invalid-model`. */
function readJson(directory: string, name: string, fallback?: object): Record<string, unknown> {
  const file = join(directory, name);
  if (fallback && !existsSync(file)) return { ...fallback };
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = `${file} cannot be read: ${(cause as Error).message}`;
    throw new EmbeddingError('invalid-model', reason, { cause });
  }
}
