import type { ExtraFields } from "../../../contract/schema.ts"
import type { Adapter } from "../../../contract/types.ts"
import { sqlite } from "../dialects/sqlite.ts"
import type { Driver, Result, Step } from "../driver.ts"
import { perClient } from "../per-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"
import { withoutForeignKeys } from "../sqlite-connection.ts"
import { type PreparingClient, preparingDriver } from "../sqlite-preparing.ts"

type Answer = { readonly rows: readonly unknown[]; readonly rowsAffected: number }
type Query = { sql: string; args: (string | number | null)[] }

/** The part of a `@libsql/client` client that is used: a file, memory, or a server. */
export type LibsqlRemoteClient = {
  execute(query: Query): Promise<Answer>
  batch(queries: Query[], mode: "write"): Promise<Answer[]>
  readonly protocol?: string
}

/** A database of `libsql`, or a client of `@libsql/client`. */
export type LibsqlClient = PreparingClient | LibsqlRemoteClient

const driverOf = perClient((client: LibsqlClient) =>
  "execute" in client ? remoteDriver(client) : preparingDriver(client),
)

function remoteDriver(client: LibsqlRemoteClient): Driver {
  let isReady = false
  const ready = async (): Promise<void> => {
    const { rows } = await client.execute({ sql: "PRAGMA foreign_keys", args: [] })
    if (Number((rows[0] as unknown[] | undefined)?.[0]) !== 1) throw withoutForeignKeys()
    isReady = true
  }
  return {
    async run({ text, returns }, values) {
      if (!isReady) await ready()
      return resultOf(await client.execute({ sql: text, args: values as Query["args"] }), returns)
    },
    async batch(steps) {
      if (!isReady) await ready()
      const answers = await client.batch(steps.map(queryOf), "write")
      return answers.map((answer, nth) => resultOf(answer, steps[nth]?.[0].returns ?? false))
    },
  }
}

const queryOf = ([{ text }, values]: Step): Query => ({ sql: text, args: values as Query["args"] })

// Its rows can be read by position, whatever else they are.
const resultOf = ({ rows, rowsAffected }: Answer, returns: boolean): Result => ({
  rows: rows as readonly (readonly unknown[])[],
  count: returns ? rows.length : rowsAffected,
})

/**
 * An adapter on SQLite through `libsql` or `@libsql/client`: a file, memory, or a libSQL server.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { libsqlAdapter } from "mortise/libsql"
 *
 * const adapter = libsqlAdapter(createClient({ url: "file:auth.db" }))
 * ```
 */
export function libsqlAdapter<X extends ExtraFields = object>(
  client: LibsqlClient,
  options?: SqlOptions<X>,
): Adapter<X> {
  // A file in this process answers at once; a server is a round trip away.
  const inLanes = "protocol" in client && client.protocol !== "file"
  return createSqlAdapter(
    { driver: driverOf(client), dialect: sqlite, durability: "process", inLanes },
    options,
  )
}
