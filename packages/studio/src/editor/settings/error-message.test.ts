import { ConfigurationSettings } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { errorMessage, fileError } from './error-message.ts';
import type { Schema } from './schema.ts';

const schema = ConfigurationSettings as unknown as Schema;
const { title, layout, searchSpace } = schema.properties!;
const { logo, navbar } = layout!.properties!;

describe('the error message of a setting', () => {
  it('quotes a color and gives an example', () => {
    expect(errorMessage(navbar!.properties!.fontColor, 'red', 'must be text')).toBe(
      '“red” is not a color such as #1f5fa8',
    );
  });

  it('names the size of a logo and the limit', () => {
    const large = `data:image/png;base64,${'A'.repeat(4_000_000)}`;
    expect(errorMessage(logo, large, '')).toBe('is too large (2.9 MB); at most 48 kB');
    expect(errorMessage(logo, 'data:text/plain,x', '')).toMatch(/^must be an image file/);
  });

  it('names the length of a text and the limit', () => {
    expect(errorMessage(title, '', '')).toBe('must not be empty');
    expect(errorMessage(title, 'x'.repeat(240), '')).toBe('is too long: 240 characters; at most 200');
    expect(errorMessage(searchSpace, 'a b', '')).toBe('“a b” has characters that are not allowed');
  });

  it('the message is that of the server otherwise', () => {
    expect(errorMessage(title, 'Good', 'is taken')).toBe('is taken');
    expect(errorMessage(undefined, 7, 'is unknown')).toBe('is unknown');
  });
});

describe('a file as logo', () => {
  const file = { name: 'logo.png', type: 'image/png', size: 3_000_000 };

  it('a logo is rejected if it is not an image or too large', () => {
    expect(fileError(logo!, { ...file, name: 'a.txt', type: 'text/plain' }, 'data:')).toBe(
      '“a.txt” is not a PNG, JPEG, WebP or SVG image',
    );
    expect(fileError(logo!, file, 'x'.repeat(4_000_000))).toBe(
      '“logo.png” is too large (2.9 MB); at most 48 kB',
    );
    expect(fileError(logo!, file, 'x'.repeat(65_536))).toBe('');
  });
});
