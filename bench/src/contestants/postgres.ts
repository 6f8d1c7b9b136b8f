import { openPostgres } from "../../../test/servers/postgres.ts"
import type { Server } from "../../../test/servers/server.ts"
import type { Contestant, Engine } from "../contestant.ts"
import { betterAuth } from "./better-auth.ts"
import { onServer } from "./on-server.ts"
import { limitPg, limitPostgresJs, oursPg, oursPostgresJs } from "./postgres-ours.ts"
import { peers } from "./postgres-peers.ts"
import { prisma } from "./prisma.ts"

export function postgresContestants(server: Server): readonly [limit: Contestant, ...others: Contestant[]] {
  const others = [oursPg, limitPostgresJs, oursPostgresJs, ...peers, prisma, betterAuth]
  return [onServer(server, limitPg), ...others.map((entry) => onServer(server, entry))]
}

export const postgres: Engine = {
  name: "postgres",
  about:
    "One server on the loopback interface, a database and a pool of ten connections for each. The limit is one named prepared statement per call on `pg`, on our tables, that returns the same rows; `mortise/postgres` is held against the same on postgres.js. better-auth is asked for a session only, with its cookie cache off.",
  async open() {
    const server = await openPostgres()
    return { contestants: postgresContestants(server), close: () => server.close() }
  },
}
