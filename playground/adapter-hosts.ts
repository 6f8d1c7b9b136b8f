import type { OfficialAdapterName } from "./official-adapters.ts"
import type { ExperimentName, StoreName } from "./protocol.ts"

/** Where an official adapter stores its rows. */
export type Host = "postgres" | "sqlite" | "memory" | "files" | "redis"

/**
 * An ORM runs on PostgreSQL if that is the chosen store, and otherwise on a SQLite file. The suite makes so many calls
 * that it runs in memory, except on Prisma, which needs a file.
 */
export function pickHost(name: OfficialAdapterName, store: StoreName, experiment?: ExperimentName): Host {
  if (name === "@auth/unstorage-adapter") return "files"
  if (name === "@auth/upstash-redis-adapter") return "redis"
  if (store === "postgres") return "postgres"
  return experiment === "suite" && name !== "@auth/prisma-adapter" ? "memory" : "sqlite"
}

export const hostLabels: Readonly<Record<Host, string>> = {
  postgres: "PostgreSQL",
  sqlite: "a SQLite file",
  memory: "SQLite in memory",
  files: "one file per row",
  redis: "Redis",
}
