import { MortiseError } from "../../../contract/errors.ts"
import type { Driver } from "../../driver.ts"
import { statement } from "../../statement.ts"

/** Selects the Galera settings that decide whether reads are current. Works only on MariaDB. */
export const clusterSettingsText =
  "SELECT LOWER(VARIABLE_NAME) AS name, VARIABLE_VALUE AS value FROM information_schema.SESSION_VARIABLES WHERE VARIABLE_NAME IN ('wsrep_on', 'wsrep_sync_wait', 'wsrep_dirty_reads')"

export type ClusterSettings = {
  readonly isCluster: boolean
  readonly allowsDirtyReads: boolean
  /** The kinds of statements that wait for other nodes' changes, as bits. 7 is all of them. */
  readonly syncWait: number
}

export function clusterSettings(rows: readonly (readonly unknown[])[]): ClusterSettings {
  const settings = new Map(rows.map(([name, value]) => [String(name), String(value)]))
  const isCluster = settings.get("wsrep_on") === "ON"
  return {
    isCluster,
    allowsDirtyReads: isCluster && settings.get("wsrep_dirty_reads") === "ON",
    syncWait: Number(settings.get("wsrep_sync_wait") ?? 0),
  }
}

const query = statement(clusterSettingsText)

/** Throws `readonly` if dirty reads are on: a node without its cluster would return rows that were deleted elsewhere. */
export async function checkDirtyReads(driver: Driver): Promise<void> {
  const { rows } = await driver.run(query, [])
  if (clusterSettings(rows).allowsDirtyReads)
    throw new MortiseError(
      "readonly",
      "wsrep_dirty_reads is on, so a node without its cluster returns deleted rows: turn it off, or set the option allowStaleReads.",
    )
}
