/** Bearer token of an Authorization header (RFC 6750, section 2.1). */

/** Undefined without a bearer token. */
export function bearerOf(header = ''): string | undefined {
  return /^bearer(?: |$)/i.test(header) ? header.slice('bearer '.length).trim() : undefined;
}
