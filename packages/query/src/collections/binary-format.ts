/**
 * Binary serialization of JSON values with typed arrays, decoded without copying.
 *
 * Layout: header length (uint32), header (JSON with an `ArrayEntry` for each array), padding, then the arrays.
 * Each array is aligned to 8 bytes. The byte order is the machine's, since files are caches and not exchanged.
 */
const kinds = {
  Int8Array,
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
} as const;
type Kind = keyof typeof kinds;
type TypedArray = InstanceType<(typeof kinds)[Kind]>;

interface ArrayEntry {
  $array: [kind: Kind, offset: number, length: number];
}

const LENGTH_BYTES = 4;
const aligned = (length: number) => (length + 7) & ~7;

/** Returns chunks, to avoid a copy of large arrays. An array that occurs twice is written once. */
export function encodeRecord(value: unknown): Uint8Array[] {
  const arrays: TypedArray[] = [];
  const entries = new Map<TypedArray, ArrayEntry>();
  let offset = 0;
  const header = JSON.stringify(value, (_key, member) => {
    if (!ArrayBuffer.isView(member)) return member;
    const array = member as TypedArray;
    const earlierEntry = entries.get(array);
    if (earlierEntry) return earlierEntry;
    const entry: ArrayEntry = { $array: [kindOf(array), offset, array.length] };
    entries.set(array, entry);
    arrays.push(array);
    offset += aligned(array.byteLength);
    return entry;
  });
  const text = Buffer.from(header);
  const head = Buffer.alloc(aligned(LENGTH_BYTES + text.length));
  head.writeUInt32LE(text.length);
  text.copy(head, LENGTH_BYTES);
  const chunks: Uint8Array[] = [head];
  for (const array of arrays) {
    chunks.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const padding = aligned(array.byteLength) - array.byteLength;
    if (padding > 0) chunks.push(new Uint8Array(padding));
  }
  return chunks;
}

/** The arrays of the returned value are views of `buffer`. */
export function decodeRecord(buffer: ArrayBufferLike): unknown {
  const bytes = Buffer.from(buffer as ArrayBuffer);
  const headerEnd = LENGTH_BYTES + bytes.readUInt32LE();
  const arraysBegin = aligned(headerEnd);
  return JSON.parse(bytes.toString('utf8', LENGTH_BYTES, headerEnd), (_key, member) => {
    const entry = (member as Partial<ArrayEntry> | null)?.$array;
    if (!entry) return member;
    const [kind, offset, length] = entry;
    return new kinds[kind](buffer as ArrayBuffer, arraysBegin + offset, length);
  });
}

/** Copies the bytes to memory that threads can share. */
export function copyToSharedMemory(...chunks: Uint8Array[]): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let end = 0;
  for (const chunk of chunks) {
    new Uint8Array(buffer, end).set(chunk);
    end += chunk.byteLength;
  }
  return buffer;
}

function kindOf(array: TypedArray): Kind {
  // A Buffer is a Uint8Array with another constructor name.
  if (array instanceof Uint8Array) return 'Uint8Array';
  return array.constructor.name as Kind;
}
