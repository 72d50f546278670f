/** Fault-tolerant lazy import: logs a failed import and isolates rendering errors. */

/** Resolves to the module, or to undefined if the import fails (offline, or the chunk was replaced by a new version). */
export const tryImport = <Part>(loading: Promise<Part>): Promise<Part | undefined> =>
  loading.catch((cause: unknown) => void console.error(cause));

/** The result of `render`; undefined if malformed data makes it throw. */
export function safely<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (cause) {
    console.error(cause);
    return undefined;
  }
}
