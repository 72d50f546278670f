import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  acceptedEncoding,
  compressed,
  FAST_COMPRESSION,
  isCompressible,
  STRONG_COMPRESSION,
} from './compression.ts';

const best = (accepted: string | undefined, effort = FAST_COMPRESSION) =>
  acceptedEncoding({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }, effort);

describe('negotiation of the encoding', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['deflate', null],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['identity, br;q=0.9', null],
    ['identity;q=0.5, br;q=0.9', 'br'],
    ['*', 'zstd'],
    ['*;q=0.5, br', 'br'],
    ['zstd;q=0, *', 'br'],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
  ])('%j selects the encoding with the highest weight', (accepted, expected) => {
    expect(best(accepted)).toBe(expected);
  });

  test.each(['identity;q=0', '*;q=0', 'identity;q=0, br;q=0', 'compress, *;q=0'])(
    '%j accepts no offered encoding, so the body is not compressed',
    (accepted) => {
      expect(best(accepted)).toBeNull();
      expect(best(accepted, STRONG_COMPRESSION)).toBeNull();
    },
  );

  test('prefers the server order for encodings of equal quality', () => {
    expect(best('zstd, gzip, br', STRONG_COMPRESSION)).toBe('br');
  });

  test('ignores an oversized Accept-Encoding header', () => {
    expect(best(`gzip${', x'.repeat(300)}`)).toBe('gzip');
    expect(best(`gzip${', x'.repeat(3000)}`)).toBeNull();
  });
});

const expand = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const text = (length: number) => 'Der Bär frißt Lachs. '.repeat(length / 21);

describe('compression of a body', () => {
  test.each(['zstd', 'br', 'gzip'] as const)(
    'round-trips short and long bodies with %s',
    async (encoding) => {
      for (const body of [text(2000), text(200_000), Buffer.from(text(2000)), Buffer.from(text(200_000))]) {
        const smaller = (await compressed(body, encoding, FAST_COMPRESSION))!;
        expect(smaller.length).toBeLessThan(body.length / 4);
        expect(expand[encoding](smaller).toString()).toBe(String(body));
      }
    },
  );

  test('compresses a shared buffer once per encoding', async () => {
    for (const body of [Buffer.from(text(2000)), Buffer.from(text(200_000))]) {
      const making = compressed(body, 'br', STRONG_COMPRESSION);
      expect(compressed(body, 'br', STRONG_COMPRESSION)).toBe(making);
      expect(compressed(body, 'gzip', STRONG_COMPRESSION)).not.toBe(making);
      await making;
      expect(compressed(body, 'br', STRONG_COMPRESSION)).toBe(making);
    }
  });

  test('retries after compression failed', async () => {
    const body = Buffer.from(text(2000));
    await expect(compressed(body, 'gzip', { gzip: { level: 99 } })).rejects.toThrow(RangeError);
    expect(gunzipSync((await compressed(body, 'gzip', FAST_COMPRESSION))!).toString()).toBe(String(body));
  });

  test.each([
    ['x'.repeat(1024), 'application/json', true],
    ['x'.repeat(1024), 'text/html', true],
    ['x'.repeat(1024), 'image/svg+xml', true],
    ['x'.repeat(1023), 'text/html', false],
    ['x'.repeat(1024), 'image/png', false],
    ['x'.repeat(1024), '', false],
  ])('applies to long texts only: %#', (body, mediaType, worth) => {
    expect(isCompressible(body, mediaType)).toBe(worth);
  });

  test('sends bodies uncompressed while 32 MiB are queued', async () => {
    const size = 1024 * 1024;
    const all = Array.from({ length: 100 }, () => compressed(Buffer.alloc(size), 'br', FAST_COMPRESSION));
    const made = all.filter((each) => each !== null);
    expect(made.length).toBe(32);
    expect(await compressed('short'.repeat(1000), 'br', FAST_COMPRESSION)).toBeInstanceOf(Buffer);
    for (const each of await Promise.all(made)) expect(brotliDecompressSync(each).length).toBe(size);
    expect(await compressed(Buffer.alloc(size), 'br', FAST_COMPRESSION)).toBeInstanceOf(Buffer);
  });
});
