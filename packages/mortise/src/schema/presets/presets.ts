import type { PresetName } from "../../contract/schema.ts"
import { d1 } from "./d1.ts"
import { drizzle } from "./drizzle.ts"
import { kysely } from "./kysely.ts"
import { mikroOrm } from "./mikro-orm.ts"
import { neon } from "./neon.ts"
import { pg } from "./pg.ts"
import type { Preset } from "./preset.ts"
import { prisma } from "./prisma.ts"
import { sequelize } from "./sequelize.ts"
import { typeorm } from "./typeorm.ts"

export const presets: Readonly<Record<PresetName, Preset>> = {
  "authjs-prisma": prisma,
  "authjs-drizzle": drizzle,
  "authjs-kysely": kysely,
  "authjs-typeorm": typeorm,
  "authjs-sequelize": sequelize,
  "authjs-mikro-orm": mikroOrm,
  "authjs-pg": pg,
  "authjs-neon": neon,
  "authjs-d1": d1,
}

export const presetNames = Object.keys(presets) as readonly PresetName[]
