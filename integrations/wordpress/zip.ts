/** Zip archives with the same bytes for the same files. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  content: Buffer;
}

/** 1980-01-01, the first day of the format. */
const DATE = 0x21;
const DEFLATE = 8;
/** UTF-8 names. */
const FLAGS = 0x800;

export function zip(files: readonly ZipFile[]): Buffer {
  const [parts, directory] = [[] as Buffer[], [] as Buffer[]];
  let offset = 0;
  for (const { name, content } of files) {
    const packed = deflateRawSync(content, { level: 9 });
    const fields = fieldsOf({ name, content }, packed);
    const local = Buffer.concat([signature(0x04034b50), fields, Buffer.from(name), packed]);
    parts.push(local);
    directory.push(entryOf(fields, name, offset));
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  return Buffer.concat([...parts, entries, endOf(files.length, entries.length, offset)]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What the local header and the directory have in common. */
function fieldsOf({ name, content }: ZipFile, packed: Buffer): Buffer {
  const bytes = Buffer.alloc(26);
  for (const [position, value] of [20, FLAGS, DEFLATE, 0, DATE].entries())
    bytes.writeUInt16LE(value, position * 2);
  bytes.writeUInt32LE(crc32(content), 10);
  bytes.writeUInt32LE(packed.length, 14);
  bytes.writeUInt32LE(content.length, 18);
  bytes.writeUInt16LE(Buffer.byteLength(name), 22);
  return bytes;
}

function entryOf(fields: Buffer, name: string, offset: number): Buffer {
  const made = Buffer.from([20, 3]);
  const others = Buffer.alloc(14);
  // Mode of a readable file.
  others.writeUInt32LE((0o100644 << 16) >>> 0, 6);
  others.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), made, fields, others, Buffer.from(name)]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(18);
  bytes.writeUInt16LE(count, 4);
  bytes.writeUInt16LE(count, 6);
  bytes.writeUInt32LE(size, 8);
  bytes.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), bytes]);
}
