/** For the attribute `heading-level`: 1 to 6 as HTML has them, 2 for anything else. */
export const headingLevelOf = (text: string | null): number => Number(/^[1-6]$/.exec(String(text)) ?? 2);
