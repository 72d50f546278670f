/** Reason for skipped tests: printed in one line, or an error if DEMAND_TOOLS is set. */

/** Returns the reason. Throws if DEMAND_TOOLS is set, as in CI. */
export function skipReason(reason: string): string {
  if (process.env.DEMAND_TOOLS) throw new Error(`${reason} DEMAND_TOOLS is set: tests must not be skipped.`);
  return reason;
}
