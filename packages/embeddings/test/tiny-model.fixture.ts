/** Test fixture: writes a small ONNX model and its tokenizer. The network looks up one vector per word. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The vector of each word; words that are not listed count as `[UNK]`. */
export const words: Record<string, number[]> = {
  '[PAD]': [9, 9, 9, 9],
  '[UNK]': [0, 0, 0, 1],
  '[CLS]': [0, 0, 0, 0],
  '[SEP]': [0, 0, 0, 0],
  sea: [1, 0, 0, 0],
  ocean: [0.9, 0.1, 0, 0],
  water: [0.8, 0.2, 0, 0],
  mountain: [0, 1, 0, 0],
  road: [0, 0.9, 0.1, 0],
  sky: [0, 0, 1, 0],
  'query:': [0, 0, 0, 0],
};

export const TINY_DIMENSIONS = 4;

/** `model` is the path of the model file below the directory. */
export function writeTinyModel(directory: string, model = 'model.onnx'): void {
  mkdirSync(join(directory, model, '..'), { recursive: true });
  writeFileSync(join(directory, model), onnxModel(Object.values(words)));
  writeFileSync(join(directory, 'tokenizer.json'), JSON.stringify(tokenizer()));
  writeFileSync(join(directory, 'tokenizer_config.json'), JSON.stringify({ model_max_length: 8 }));
}

function tokenizer(): object {
  const vocab = Object.fromEntries(Object.keys(words).map((word, id) => [word, id]));
  const special = (id: string) => ({ id, ids: [vocab[id]], tokens: [id] });
  const single = [
    { SpecialToken: { id: '[CLS]', type_id: 0 } },
    { Sequence: { id: 'A', type_id: 0 } },
    { SpecialToken: { id: '[SEP]', type_id: 0 } },
  ];
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: single,
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    decoder: null,
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab },
  };
}

/** The network `last_hidden_state = Gather(table, input_ids)` as protocol buffer (onnx.proto3). */
function onnxModel(table: number[][]): Uint8Array {
  const node = message([
    [1, 'table'],
    [1, 'input_ids'],
    [2, 'last_hidden_state'],
    [4, 'Gather'],
  ]);
  const initializer = message([
    [1, table.length],
    [1, TINY_DIMENSIONS],
    [2, FLOAT],
    [8, 'table'],
    [9, new Uint8Array(Float32Array.from(table.flat()).buffer)],
  ]);
  const graph = message([
    [1, node],
    [2, 'tiny'],
    [5, initializer],
    [11, tensorInfo('input_ids', INT64, ['texts', 'tokens'])],
    [11, tensorInfo('attention_mask', INT64, ['texts', 'tokens'])],
    [12, tensorInfo('last_hidden_state', FLOAT, ['texts', 'tokens', TINY_DIMENSIONS])],
  ]);
  const operators = message([
    [1, ''],
    [2, 13],
  ]);
  return message([
    [1, 8],
    [7, graph],
    [8, operators],
  ]);
}

const [FLOAT, INT64] = [1, 7];

function tensorInfo(name: string, type: number, dimensions: (string | number)[]): Uint8Array {
  const shape = message(
    dimensions.map((size) => [1, message([typeof size === 'number' ? [1, size] : [2, size]])]),
  );
  const tensor = message([
    [1, type],
    [2, shape],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

/** Fields of a protocol buffer message: numbers as varints, texts and bytes with their length. */
function message(fields: [field: number, value: number | string | Uint8Array][]): Uint8Array {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(field << 3), ...varint(value)]);
      const bytes = Buffer.from(value as string);
      return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
