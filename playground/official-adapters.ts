import type { ExperimentName, StoreName } from "./protocol.ts"

/** Official adapters of Auth.js that an experiment can run on, the most used ones first. */
export const officialAdapters = [
  "@auth/drizzle-adapter",
  "@auth/prisma-adapter",
  "@auth/kysely-adapter",
  "@auth/typeorm-adapter",
  "@auth/unstorage-adapter",
  "@auth/upstash-redis-adapter",
] as const
export type OfficialAdapterName = (typeof officialAdapters)[number]

/** Where an official adapter stores its rows. */
export type Host = "postgres" | "sqlite" | "memory" | "files" | "redis"

const shortNames: Readonly<Record<OfficialAdapterName, string>> = {
  "@auth/drizzle-adapter": "Drizzle",
  "@auth/prisma-adapter": "Prisma",
  "@auth/kysely-adapter": "Kysely",
  "@auth/typeorm-adapter": "TypeORM",
  "@auth/unstorage-adapter": "Unstorage",
  "@auth/upstash-redis-adapter": "Upstash Redis",
}

/** The name that people use for an adapter: "Drizzle". */
export const shortName = (name: OfficialAdapterName): string => shortNames[name]

/**
 * An ORM runs on PostgreSQL if that is the chosen store, and otherwise on a SQLite file. The suite makes so many calls
 * that it runs in memory, except on Prisma, which needs a file.
 */
export function hostOf(name: OfficialAdapterName, store: StoreName, experiment?: ExperimentName): Host {
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
