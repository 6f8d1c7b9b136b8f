import { date, text } from "../../contract/fields.ts"
import type { ExistingTables } from "../../contract/schema.ts"
import type { EngineName } from "../engine-name.ts"

/** The documented tables of an official Auth.js adapter on the engines that it documents. */
export type Preset = Readonly<Partial<Record<EngineName, ExistingTables>>>

/** No official adapter has a column for it. */
export const without = ["expires_in"]

const now = () => new Date()

/** The dates that Prisma sets in its client. */
export const timestamps = {
  createdAt: date({ default: now }),
  updatedAt: { ...date({ default: now }), onUpdate: now },
} as const

/** An id that the official adapter or its ORM generates. */
export const generatedId = (newId: () => string) => ({ id: text({ default: newId, form: "id" }) })

export const newUuid = (): string => crypto.randomUUID()
