import type { ServerFinding } from "../../contract/server-finding.ts"
import type { Finding, InspectOptions } from "../../stores/sql/migrate/index.ts"
import { type MissingInOrm, missingInOrm } from "./missing-in-orm.ts"

/** What was found in the tables and on the server. */
export type Examination = {
  readonly ok: boolean
  readonly findings: readonly (Finding | ServerFinding)[]
  /** What an ORM's schema lacks, instead of statements. */
  readonly schema?: MissingInOrm
}

/** Whether an adapter has tables, or a server whose settings are checked. */
export async function isExaminable(adapter: object): Promise<boolean> {
  const { internals } = await import("../../contract/internals.ts")
  const { migration, checkServer, halves } = internals(adapter) ?? {}
  if (halves) return (await isExaminable(halves.users)) || isExaminable(halves.sessions)
  return migration !== undefined || checkServer !== undefined
}

/** Compares the tables with what the adapter needs, and checks the server. Changes nothing. */
export async function examine(adapter: object, options: InspectOptions = {}): Promise<Examination> {
  const { internals } = await import("../../contract/internals.ts")
  const { halves } = internals(adapter) ?? {}
  if (!halves) return examineOne(adapter, options)
  const examinations: Examination[] = []
  for (const half of [halves.users, halves.sessions])
    if (await isExaminable(half)) examinations.push(await examineOne(half, options))
  const schema = examinations.find((examination) => examination.schema)?.schema
  return {
    ok: examinations.every(({ ok }) => ok),
    findings: examinations.flatMap(({ findings }) => findings),
    ...(schema && { schema }),
  }
}

async function examineOne(adapter: object, options: InspectOptions): Promise<Examination> {
  const { inspect } = await import("../../stores/sql/migrate/index.ts")
  const { internals } = await import("../../contract/internals.ts")
  const { checkServer } = await import("../../stores/sql/migrate/check-server.ts")
  const inspection = await inspect(adapter, options)
  const { ok, replication = [], server = [] } = inspection
  // Beside the tables of an official adapter, no others are missing.
  const isOfficial = inspection.findings.some(({ code }) => code === "official_tables")
  const findings = inspection.findings.filter(({ code }) => !(isOfficial && code === "missing_table"))
  const more = internals(adapter)?.migration ? await checkServer(adapter) : server
  const schema = await missingInOrm(adapter, inspection)
  const { isMissingPart } = await import("../../stores/sql/generate/missing-text.ts")
  const ownFindings = schema
    ? findings.map(({ fix, ...finding }) => ({
        ...finding,
        ...(fix && !isMissingPart(finding) && { fix }),
      }))
    : findings
  return { ok, findings: [...ownFindings, ...replication, ...more], ...(schema && { schema }) }
}
