/** Vector column: the embeddings of a segment's documents, quantized to one byte per dimension. */
import { sharedFloat32, sharedInt8 } from '@semantic-search/query/collections';
import { type DocIdMapping, forEachLiveDocument } from './doc-id-mapping.ts';

/** Embedding of document d: `values[d * dimensions …]` times `scales[d]`, of unit length; scale 0 if it has none. */
export interface VectorColumn {
  dimensions: number;
  scales: Float32Array;
  values: Int8Array;
}

const LARGEST_INT8 = 127;
/** Bytes of the scale. */
const HEADER_BYTES = 4;

/** A quantized embedding as the database stores it: the scale (float32, little endian), then an int8 per dimension. */
export type QuantizedEmbedding = Uint8Array;

/** Stored for documents that have no embedding and need none. */
export const NO_EMBEDDING: QuantizedEmbedding = new Uint8Array(0);

/** Scales a vector to unit length. A vector of zeros stays as it is. */
export function unitVector(vector: ArrayLike<number>): Float32Array {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  const unit = new Float32Array(vector.length);
  if (largest === 0) return unit;
  // Divided by the largest number first, because squares of very large or small numbers are infinite or 0.
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i]! / largest) ** 2;
  const length = Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) unit[i] = vector[i]! / largest / length;
  return unit;
}

/** Symmetric quantization: the largest component becomes 127. */
export function quantize(vector: ArrayLike<number>): QuantizedEmbedding {
  const unit = unitVector(vector);
  let largest = 0;
  for (const value of unit) largest = Math.max(largest, Math.abs(value));
  const scale = largest / LARGEST_INT8;
  if (scale === 0) return NO_EMBEDDING;
  const bytes = new Uint8Array(HEADER_BYTES + unit.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  const values = new Int8Array(bytes.buffer, HEADER_BYTES);
  for (let i = 0; i < unit.length; i++) values[i] = Math.round(unit[i]! / scale);
  return bytes;
}

type EmbeddedDocument = { embedding?: QuantizedEmbedding | null };

/** Undefined if all embeddings are null, empty or absent. The others must have the same dimensions. */
export function vectorColumn(documents: readonly EmbeddedDocument[]): VectorColumn | undefined {
  const first = documents.find(({ embedding }) => embedding && embedding.length > 0);
  if (!first) return undefined;
  const column = emptyColumn(documents.length, first.embedding!.length - HEADER_BYTES);
  documents.forEach(({ embedding }, document) => {
    if (!embedding || embedding.length === 0) return;
    const { buffer, byteOffset } = embedding;
    column.scales[document] = new DataView(buffer, byteOffset).getFloat32(0, true);
    const values = new Int8Array(buffer, byteOffset + HEADER_BYTES, column.dimensions);
    column.values.set(values, document * column.dimensions);
  });
  return column;
}

/** Copies the embeddings of the live documents. */
export function mergeVectors(sources: DocIdMapping[], size: number): VectorColumn | undefined {
  const first = sources.find(({ segment }) => segment.vectors)?.segment.vectors;
  if (!first) return undefined;
  const merged = emptyColumn(size, first.dimensions);
  forEachLiveDocument(sources, ({ vectors }, old, document) => {
    if (!vectors) return;
    const { scales, values, dimensions } = vectors;
    merged.scales[document] = scales[old]!;
    merged.values.set(values.subarray(old * dimensions, (old + 1) * dimensions), document * dimensions);
  });
  return merged;
}

function emptyColumn(size: number, dimensions: number): VectorColumn {
  return { dimensions, scales: sharedFloat32(size), values: sharedInt8(size * dimensions) };
}

/** Cosine similarity of a document and a unit vector, from -1 to 1; undefined if the document has no embedding. */
export function cosineSimilarity(
  { dimensions, scales, values }: VectorColumn,
  document: number,
  query: Float32Array,
): number | undefined {
  const scale = scales[document]!;
  if (scale === 0) return undefined;
  // Two sums, so that the CPU does not wait for each addition.
  let even = 0;
  let odd = 0;
  let offset = document * dimensions;
  let i = 0;
  for (; i + 1 < dimensions; i += 2, offset += 2) {
    even += query[i]! * values[offset]!;
    odd += query[i + 1]! * values[offset + 1]!;
  }
  if (i < dimensions) even += query[i]! * values[offset]!;
  return (even + odd) * scale;
}
