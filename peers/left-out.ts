import type { LeftOut } from "./scoreboard/scoreboard.ts"

const needs =
  (what: string) =>
  (name: string): LeftOut => ({ package: `@auth/${name}-adapter`, reason: `needs ${what}` })

/** The other official adapters of Auth.js, and why they are not measured here. */
export const leftOut: readonly LeftOut[] = [
  ...["mongodb", "neo4j"].map(needs("a database server")),
  ...["dgraph", "edgedb", "firebase", "hasura"].map(needs("its own server or emulator")),
  ...["fauna", "supabase", "xata"].map(needs("a hosted service")),
  ...["neon", "upstash-redis"].map(needs("its service: the emulation that tests Mortise was not used here")),
  {
    package: "@auth/surrealdb-adapter",
    reason: "uses surrealdb.js 0.11, which needs a server and has no embedded engine",
  },
]
