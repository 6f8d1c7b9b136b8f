import { type DateStorage, date, type Fields } from "./fields.ts"
import type { ModelName } from "./models.ts"

/** The names of the documented tables that `defineSchema` knows. */
export type PresetName = "authjs-prisma" | "authjs-drizzle"

/** The documented tables of an official Auth.js adapter, as far as they differ from ours. */
export type Preset = {
  readonly models: Readonly<Partial<Record<ModelName, PresetModel>>>
  readonly dates: DateStorage
  readonly emailRequired?: boolean
  /** Creates the ids of users. */
  readonly newId?: (() => string) | undefined
}

export type PresetModel = {
  readonly table: string
  /** Fields of the contract that the table has no column for. */
  readonly without?: readonly string[]
  /** Further columns, and fields of the contract that the table defines otherwise. */
  readonly fields?: Fields
}

const without = ["expires_in"]
// Prisma sets it in the client. The adapter sets it when a row is inserted.
const updatedAt = { updatedAt: date({ default: () => new Date() }) }

export const presets: Readonly<Record<PresetName, Preset>> = {
  "authjs-prisma": {
    models: {
      user: { table: "User", fields: updatedAt },
      account: { table: "Account", fields: updatedAt, without },
      session: { table: "Session", fields: updatedAt },
      verificationToken: { table: "VerificationToken" },
      authenticator: { table: "Authenticator" },
    },
    dates: "utc",
    emailRequired: true,
  },
  "authjs-drizzle": {
    models: {
      user: { table: "user" },
      account: { table: "account", without },
      session: { table: "session" },
      verificationToken: { table: "verificationToken" },
      authenticator: { table: "authenticator" },
    },
    dates: "utc",
  },
}
