import type { Engine } from "./contestant.ts"
import type { ScaledEngine } from "./measurements/scale/engines.ts"
import type { Measurement } from "./table.ts"

/** Each engine is loaded on demand, because it imports all its clients. */
export const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  memory: async () => (await import("./contestants/memory.ts")).memory,
  sqlite: async () => (await import("./contestants/sqlite.ts")).sqlite,
  "better-sqlite3": async () => (await import("./contestants/better-sqlite3.ts")).betterSqlite3,
  postgres: async () => (await import("./contestants/postgres.ts")).postgres,
  orms: async () => (await import("./contestants/orms.ts")).orms,
  mariadb: async () => (await import("./contestants/mariadb.ts")).mariadb,
  redis: async () => (await import("./contestants/redis.ts")).redis,
  wire: async () => (await import("./contestants/wire.ts")).wire,
  layers: async () => (await import("./contestants/layers.ts")).layers,
  tenants: async () => (await import("./contestants/tenants.ts")).tenants,
  "session-check-postgres": async () =>
    (await import("./contestants/session-check-postgres.ts")).sessionCheckPostgres,
  "session-check-sqlite": async () =>
    (await import("./contestants/session-check-sqlite.ts")).sessionCheckSqlite,
  "better-auth-postgres": async () =>
    (await import("./contestants/better-auth-postgres.ts")).betterAuthPostgres,
  "better-auth-sqlite": async () => (await import("./contestants/better-auth-sqlite.ts")).betterAuthSqlite,
}

export const measurements: Readonly<Record<string, () => Promise<Measurement>>> = {
  "open-loop": async () => (await import("./measurements/open-loop.ts")).openLoop,
  commands: async () => (await import("./measurements/commands.ts")).commands,
  statements: async () => (await import("./measurements/statements.ts")).statements,
  "scale-postgres": async () => scaleOf((await import("./measurements/scale/engines.ts")).postgres),
  "scale-mariadb": async () => scaleOf((await import("./measurements/scale/engines.ts")).mariadb),
  "scale-pooler": async () => (await import("./measurements/scale/pooled.ts")).pooled,
  growth: async () => (await import("./measurements/growth.ts")).growth,
  imports: async () => (await import("./measurements/imports.ts")).imports,
  "cold-start": async () => (await import("./measurements/cold-start.ts")).coldStart,
  sizes: async () => (await import("./measurements/sizes.ts")).sizes,
}

const scaleOf = async (engine: ScaledEngine): Promise<Measurement> =>
  (await import("./measurements/scale.ts")).scaleOf(engine)
