import { afterEach, expect, it, vi } from 'vitest';
import { storedLanguage } from './stored-language.ts';

afterEach(() => vi.unstubAllGlobals());

it('is the chosen language, if the browser permits storage', () => {
  const getItem = (key: string) => (key === 'semantic-search.language' ? 'de' : null);
  vi.stubGlobal('localStorage', { getItem });
  expect(storedLanguage()).toBe('de');
});

it('is null in a browser that blocks storage', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  expect(storedLanguage()).toBeNull();
});
