/** Copy of a string: a long slice would keep the whole text in memory that it is a part of. */
export function copyText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
