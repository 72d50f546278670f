/** Content hash of a document: SHA-256 of its canonical JSON, in base64url. */
import { hash } from 'node:crypto';

/**
 * Equal for documents with equal members, in any order. A null member counts as absent. The order of list elements
 * matters. Members are sorted by UTF-16 code units, as in RFC 8785.
 */
export function contentHash(document: object): string {
  let members = '';
  for (const [name, value] of sortedMembers(document)) {
    // A replacer is slow, and a text needs none.
    const content = typeof value === 'object' ? JSON.stringify(value, sortMembers) : JSON.stringify(value);
    if (value !== null) members += `${JSON.stringify(name)}:${content},`;
  }
  return hash('sha256', members, 'base64url');
}

function sortedMembers(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(sortedMembers(value));
}
