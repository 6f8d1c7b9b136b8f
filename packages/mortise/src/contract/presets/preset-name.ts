export const presetNames = [
  "authjs-prisma",
  "authjs-drizzle",
  "authjs-kysely",
  "authjs-typeorm",
  "authjs-sequelize",
  "authjs-mikro-orm",
  "authjs-pg",
  "authjs-neon",
  "authjs-d1",
] as const

/** The names of the documented tables that `defineSchema` knows. */
export type PresetName = (typeof presetNames)[number]
