/**
 * A value of plain members and typed arrays as one stretch of bytes, and back as views over one shared buffer.
 * Layout: length of the description (uint32), the description (JSON, arrays as kind, offset, length), padding,
 * then the arrays, each aligned to 8 bytes. Byte order is the machine's: files are caches, not for exchange.
 */
const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array } as const;
type Kind = keyof typeof kinds;
type TypedArray = InstanceType<(typeof kinds)[Kind]>;

const aligned = (length: number) => (length + 7) & ~7;

/** In chunks, so that nothing large is copied before it is written; an array that is there twice is written once. */
export function encodeRecord(value: unknown): Uint8Array[] {
  const arrays: TypedArray[] = [];
  const entries = new Map<TypedArray, { $array: [Kind, number, number] }>();
  let offset = 0;
  const description = JSON.stringify(value, (_key, member) => {
    if (!ArrayBuffer.isView(member)) return member;
    const array = member as TypedArray;
    const known = entries.get(array);
    if (known) return known;
    const entry: { $array: [Kind, number, number] } = { $array: [kindOf(array), offset, array.length] };
    entries.set(array, entry);
    arrays.push(array);
    offset += aligned(array.byteLength);
    return entry;
  });
  const text = Buffer.from(description);
  const head = Buffer.alloc(aligned(4 + text.length));
  head.writeUInt32LE(text.length);
  text.copy(head, 4);
  const chunks: Uint8Array[] = [head];
  for (const array of arrays) {
    chunks.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const padding = aligned(array.byteLength) - array.byteLength;
    if (padding > 0) chunks.push(new Uint8Array(padding));
  }
  return chunks;
}

/** The arrays of the value are views of `buffer`. */
export function decodeRecord(buffer: ArrayBufferLike): unknown {
  const bytes = Buffer.from(buffer as ArrayBuffer);
  const length = bytes.readUInt32LE();
  const begin = aligned(4 + length);
  return JSON.parse(bytes.toString('utf8', 4, 4 + length), (_key, member) => {
    const entry = (member as { $array?: [Kind, number, number] } | null)?.$array;
    return entry ? new kinds[entry[0]](buffer as ArrayBuffer, begin + entry[1], entry[2]) : member;
  });
}

/** The bytes in memory that threads can share. */
export function copyToSharedMemory(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

function kindOf(array: TypedArray): Kind {
  // A Buffer is a Uint8Array by another name.
  if (array instanceof Uint8Array) return 'Uint8Array';
  return array.constructor.name as Kind;
}
