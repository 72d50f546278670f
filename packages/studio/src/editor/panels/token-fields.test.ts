import { describe, expect, it } from 'vitest';
import { invalidOrigin, originsIn } from './token-fields.ts';

describe('the origins of a text', () => {
  it('origins are those of pasted addresses, each once', () => {
    expect(originsIn('https://www.example.org/shop?a=1, example.org http://localhost:5173')).toEqual([
      'https://www.example.org',
      'https://example.org',
      'http://localhost:5173',
    ]);
    expect(originsIn('https://a.example https://a.example/')).toEqual(['https://a.example']);
    expect(originsIn('  ')).toEqual([]);
  });

  it('include text that is no web address unchanged, so that it can be named', () => {
    expect(originsIn('https://[ a.example')).toEqual(['https://[', 'https://a.example']);
    expect(invalidOrigin(originsIn('https://[ a.example'))).toBe('https://[');
    expect(invalidOrigin(originsIn('ftp://a.example'))).toBe('ftp://a.example');
    expect(invalidOrigin(originsIn('a.example http://localhost:8080'))).toBeUndefined();
  });
});
