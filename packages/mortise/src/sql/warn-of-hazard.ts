import { type OnWarning, warningsTo } from "../shared/console.ts"
import type { SqlClient } from "./sql-client.ts"

const warned = new WeakSet<object>()

/** Warns once for a client whose options put the process at risk, however many adapters it has. */
export function warnOfHazard(
  { driver, hazard }: Pick<SqlClient, "driver" | "hazard">,
  onWarning: OnWarning | undefined,
): void {
  if (hazard === undefined || warned.has(driver)) return
  warned.add(driver)
  warningsTo(onWarning)(`mortise: ${hazard}`)
}
