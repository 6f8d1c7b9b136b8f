import type { ChaosFinding } from "../../../conformance/src/chaos/finding.ts"
import { until } from "../../../workshop/src/servers/until.ts"
import type { Audit, Cluster } from "./cluster.ts"

export const tables = ["users", "accounts", "sessions", "verification_tokens", "authenticators"]

/** Counts of wrong rows: orphans, then users with a duplicate email. `owner` is the name of the column, in quotes. */
export const wrongRows = (owner: string): string =>
  `SELECT ${["accounts", "sessions", "authenticators"]
    .map(
      (table) =>
        `(SELECT count(*) FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${table}.${owner}))`,
    )
    .join(" + ")} AS orphans, (SELECT count(*) - count(DISTINCT email) FROM users) AS duplicates`

const catchUpMs = 5000

/** Compares the tables of all nodes, with statements that no adapter compiled. */
export async function auditNodes({ nodes, audit }: Cluster): Promise<ChaosFinding[]> {
  let audits: readonly Audit[] = []
  const differ = () => new Set(audits.map(({ fingerprint }) => fingerprint)).size > 1
  const read = async () => {
    audits = await Promise.all(nodes.map((node) => audit(node)))
    if (differ()) throw new Error("The tables of the nodes differ.")
  }
  // A standby may need a moment to apply the last changes.
  await until("equal tables", read, catchUpMs).catch((error) => {
    if (audits.length === 0) throw error
  })
  const unequal: ChaosFinding = {
    check: "unequal_nodes",
    subject: "tables",
    detail: "The tables of the nodes differ.",
  }
  return [...(differ() ? [unequal] : []), ...audits.flatMap(wrongIn)]
}

function wrongIn({ orphans, duplicates }: Audit): ChaosFinding[] {
  const subject = "tables"
  return [
    ...(orphans > 0 ? [{ check: "orphan" as const, subject, detail: `${orphans} rows` }] : []),
    ...(duplicates > 0 ? [{ check: "not_unique" as const, subject, detail: `${duplicates} emails` }] : []),
  ]
}
