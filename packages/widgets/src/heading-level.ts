/** Converter of the attribute `heading-level`: 1 to 6, else 2. */
export const headingLevelOf = (text: string | null): number => Number(/^[1-6]$/.exec(String(text)) ?? 2);
