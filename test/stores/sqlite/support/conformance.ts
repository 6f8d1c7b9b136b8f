import type { Report } from "../../../../src/conformance/report/report.ts"
import { run } from "../../../../src/conformance/run.ts"
import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../../../src/stores/sql/sql-adapter.ts"
import type { OpenClient, SqliteClient } from "../clients/client.ts"
import type { ClientName } from "../clients/registry.ts"
import { clientVariable, fileVariable } from "./shared-file.ts"
import { misfits } from "./storage-classes.ts"

export type Conformance = {
  readonly passed: number
  /** What did not hold, with its reason; shoulds and mays too. */
  readonly failures: readonly string[]
  /** Columns that hold another kind of value than they declare. */
  readonly misfits: readonly string[]
}

/** Cases to leave out, by id, each with the reason. */
export type Skips = Readonly<Record<string, string>>

/** The suite at quick effort on a client. */
export async function conformance(
  client: SqliteClient,
  file: string,
  options: SqlOptions = {},
  skip: Skips = {},
): Promise<Conformance> {
  const opened: OpenClient[] = []
  const report = await run({
    onLine: false,
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

/** The cases between processes, on a file that all of them open with the same client. */
export async function processes(name: ClientName, file: string): Promise<Omit<Conformance, "misfits">> {
  process.env[clientVariable] = name
  process.env[fileVariable] = file
  const module = new URL("shared-file.ts", import.meta.url)
  const report = await run({ module, processes: 3, only: ["processes"], onLine: false })
  return { passed: report.passed, failures: failures(report) }
}

/** Whatever did not hold, and why. */
export const failures = ({ results }: Report): string[] =>
  results
    .filter(({ status }) => status === "failed" || status === "warned")
    .map(({ id, error }) => `${id}: ${error?.message}`)
