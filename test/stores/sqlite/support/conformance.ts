import { run } from "../../../../src/conformance/run.ts"
import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../../../src/stores/sql/sql-adapter.ts"
import type { OpenClient, SqliteClient } from "../clients/client.ts"
import { misfits } from "./storage-classes.ts"

export type Conformance = {
  readonly passed: number
  /** What did not hold, with its reason; shoulds and mays too. */
  readonly troubles: readonly string[]
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
    print: false,
    skip,
    factory: async () => {
      const open = await client.open(file)
      opened.push(open)
      const adapter = open.adapter({ warn: () => {}, ...options })
      await migrate(adapter)
      return { adapter, outage: () => open.close() }
    },
  })
  const [first] = opened as [OpenClient]
  const found = await misfits(first)
  await first.close()
  const troubled = report.results.filter(({ status }) => status === "failed" || status === "warned")
  return {
    passed: report.passed,
    troubles: troubled.map(({ id, error }) => `${id}: ${error?.message}`),
    misfits: found,
  }
}
