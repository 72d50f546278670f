/** Fault-tolerant lazy import: logs a failed import and isolates rendering errors. */

/** What `coming` brings; undefined for a lazy file that could not be loaded, since the line broke or a new version took its place. */
export const tryImport = <Part>(coming: Promise<Part>): Promise<Part | undefined> =>
  coming.catch((cause: unknown) => void console.error(cause));

/** What `render` gives; undefined where one odd thing in an answer breaks it. */
export function safely<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (cause) {
    console.error(cause);
    return undefined;
  }
}
