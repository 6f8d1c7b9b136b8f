import type { Report } from "@mortise/conformance"
import { runConformance } from "@mortise/conformance"
import type { SuiteOptions } from "../../../../../workshop/src/tests/tier.ts"
import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../../../src/stores/sql/sql-adapter.ts"
import type { OpenClient, SqliteClient } from "../clients/client.ts"
import type { ClientName } from "../clients/registry.ts"
import { clientVariable, fileVariable } from "./shared-file.ts"
import { misfits } from "./storage-classes.ts"

export type Conformance = {
  readonly passed: number
  /** The failed cases, including shoulds and mays, with their reasons. */
  readonly failures: readonly string[]
  /** Columns that hold a value of another type than they declare. */
  readonly misfits: readonly string[]
}

/** Cases to skip, by id, with the reason. */
export type Skips = Readonly<Record<string, string>>

/** Runs the suite on a client. */
export async function conformance(
  client: SqliteClient,
  file: string,
  suiteOptions: SuiteOptions,
  options: SqlOptions = {},
  skip: Skips = {},
): Promise<Conformance> {
  const opened: OpenClient[] = []
  const report = await runConformance({
    onLine: false,
    ...suiteOptions,
    skip,
    factory: async () => {
      const open = await client.open(file)
      opened.push(open)
      const adapter = open.adapter({ onWarning: () => {}, ...options })
      await migrate(adapter)
      return { adapter, outage: () => open.close() }
    },
  })
  const [first] = opened as [OpenClient]
  const found = await misfits(first)
  await first.close()
  return { passed: report.passed, failures: failures(report), misfits: found }
}

/** Runs the cases for several processes, which open the same file with the same client. */
export async function processes(name: ClientName, file: string): Promise<Omit<Conformance, "misfits">> {
  process.env[clientVariable] = name
  process.env[fileVariable] = file
  const module = new URL("shared-file.ts", import.meta.url)
  const report = await runConformance({ module, processes: 3, only: ["processes"], seed: 1, onLine: false })
  return { passed: report.passed, failures: failures(report) }
}

/** The failed cases and their reasons. */
export const failures = ({ results }: Report): string[] =>
  results
    .filter(({ status }) => status === "failed" || status === "warned")
    .map(({ id, error }) => `${id}: ${error?.message}`)
