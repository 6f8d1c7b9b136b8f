import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Server } from "../../../packages/workshop/src/servers/server.ts"
import type { Contestant, Engine } from "../contestant.ts"
import { betterAuth } from "./better-auth.ts"
import { onServer } from "./on-server.ts"
import { limitPg, limitPostgresJs, oursPg, oursPostgresJs, versionAt } from "./postgres-ours.ts"
import { peers } from "./postgres-peers.ts"
import { prisma } from "./prisma.ts"

export function postgresContestants(server: Server): readonly [limit: Contestant, ...others: Contestant[]] {
  const others = [oursPg, limitPostgresJs, oursPostgresJs, ...peers, prisma, betterAuth]
  return [onServer(server, limitPg), ...others.map((entry) => onServer(server, entry))]
}

export const postgres: Engine = {
  name: "postgres",
  about:
    "One server on the loopback interface that does not wait for its disk, a database and a pool of ten connections for each. The limit is one named prepared statement per call on `pg`, on our tables, that returns the same rows; `mortise/postgres` is compared with the same on postgres.js. better-auth takes part in session lookups only, with its cookie cache off.",
  async open() {
    const server = await openPostgres()
    const url = await server.database()
    return {
      contestants: postgresContestants(server),
      version: await versionAt(url),
      env: { MORTISE_POSTGRES_URL: url },
      close: () => server.close(),
    }
  },
}
