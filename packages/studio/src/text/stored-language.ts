/** Language that a person has chosen in this browser, in its local storage. */

const STORAGE_KEY = 'semantic-search.language';

/** The tag; null without a choice, and in a browser that blocks storage. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export const storeLanguage = (tag: string): void => localStorage.setItem(STORAGE_KEY, tag);
