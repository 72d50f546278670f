/** Why tests are left out: said in one line, or an error where the environment demands that none is left out. */

/** The reason as it is. Throws with it where DEMAND_TOOLS is set, as CI has it. */
export function untested(reason: string): string {
  if (process.env.DEMAND_TOOLS) throw new Error(`${reason} DEMAND_TOOLS is set: nothing may be left out.`);
  return reason;
}
