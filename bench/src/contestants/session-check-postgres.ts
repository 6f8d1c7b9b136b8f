import PostgresAdapter from "@auth/pg-adapter"
import { migrate } from "mortise/migrate"
import { pgAdapter } from "mortise/pg"
import type { Pool } from "pg"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Engine } from "../contestant.ts"
import { requestWorkloads } from "../workloads.ts"
import { type Entry, onServer } from "./on-server.ts"
import { poolAt, versionAt } from "./postgres-ours.ts"
import { authJsCheck, betterAuthCheck, mortiseCheck } from "./session-check.ts"

const onPool = (name: string, make: (pool: Pool) => unknown): Entry => ({
  name,
  async open(url) {
    const pool = poolAt(url)
    return { adapter: await make(pool), close: () => pool.end() }
  },
})

const migrated = async (pool: Pool) => {
  const adapter = pgAdapter(pool)
  await migrate(adapter)
  return adapter
}

const ours = onPool("mortise/auth (mortise/pg)", async (pool) => mortiseCheck(await migrated(pool)))
const others = [
  onPool("better-auth", betterAuthCheck),
  onPool("Auth.js (@auth/pg-adapter, keys added)", async (pool) => {
    for (const file of ["pg-adapter.sql", "pg-adapter-keys.sql"]) await pool.query(await readSchema(file))
    return authJsCheck(PostgresAdapter(pool))
  }),
  onPool("Auth.js (mortise/pg)", async (pool) => authJsCheck(await migrated(pool))),
]

export const sessionCheckPostgres: Engine = {
  name: "session-check-postgres",
  workloads: requestWorkloads,
  baseline: "mortise/auth",
  about:
    "The session check of one request, from its cookie to the session and its user: `sessions.read` of `mortise/auth`, `api.getSession` of better-auth, and `GET /auth/session` of Auth.js. 1.00 is `mortise/auth`. One PostgreSQL server on the loopback interface that does not wait for its disk, a database and a pool of ten connections for each. No check extends its session, the cookie cache of better-auth is off, and Auth.js keeps its sessions in the database.",
  async open() {
    const server = await openPostgres()
    const url = await server.database()
    return {
      contestants: [onServer(server, ours), ...others.map((entry) => onServer(server, entry))],
      version: await versionAt(url),
      env: { MORTISE_POSTGRES_URL: url },
      close: () => server.close(),
    }
  },
}
