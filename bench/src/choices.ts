import type { Engine } from "./contestant.ts"
import type { Measurement } from "./table.ts"

/** Loaded when asked for: an engine brings all its clients along. */
export const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  memory: async () => (await import("./contestants/memory.ts")).memory,
  sqlite: async () => (await import("./contestants/sqlite.ts")).sqlite,
  postgres: async () => (await import("./contestants/postgres.ts")).postgres,
  mariadb: async () => (await import("./contestants/mariadb.ts")).mariadb,
  wire: async () => (await import("./contestants/wire.ts")).wire,
}

export const measurements: Readonly<Record<string, () => Promise<Measurement>>> = {
  "open-loop": async () => (await import("./measurements/open-loop.ts")).openLoop,
  statements: async () => (await import("./measurements/statements.ts")).statements,
  growth: async () => (await import("./measurements/growth.ts")).growth,
  imports: async () => (await import("./measurements/imports.ts")).imports,
  sizes: async () => (await import("./measurements/sizes.ts")).sizes,
}
