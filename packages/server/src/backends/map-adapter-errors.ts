/** Maps the errors of all operations of an adapter. */

type Operation = (...parameters: unknown[]) => Promise<unknown>;

export function mapAdapterErrors<Operations extends object>(
  operations: Operations,
  map: (error: unknown) => unknown,
): Operations {
  const entries = Object.entries(operations) as [string, Operation][];
  const mapped = entries.map(([name, run]): [string, Operation] => [
    name,
    (...parameters) =>
      run(...parameters).catch((error: unknown) => {
        throw map(error);
      }),
  ]);
  return Object.fromEntries(mapped) as Operations;
}
