/** Paths of programs, not of pages: the API and the Model Context Protocol. */
export function isDataPath(path: string): boolean {
  return /^\/(?:api|mcp)(?:\/|$)/.test(path);
}
