/** Health checks of the components of the server, for `/ready` and for the status page. */

/** Health checks by component name; each returns the reason for a failure, or null. */
export type ComponentChecks = Record<string, () => string | null | Promise<string | null>>;

export interface HealthChecks {
  required: ComponentChecks;
  /** Checks of components such as remote backends, which are reported but do not affect readiness. */
  optional: ComponentChecks;
}

/** The reason for a failure of the component, or of its check; null if the component works. */
export async function failureReason(check: ComponentChecks[string]): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return String(error);
  }
}

/** Runs all checks at once. Resolves to the reason for the failure of each component, or null. */
export async function failureReasons(checks: ComponentChecks): Promise<Map<string, string | null>> {
  const reasons = Object.entries(checks).map(
    async ([component, check]) => [component, await failureReason(check)] as const,
  );
  return new Map(await Promise.all(reasons));
}

/** Returns a function whose concurrent calls share one run. */
export function sharedRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
