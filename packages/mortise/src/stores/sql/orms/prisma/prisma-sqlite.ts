import type { Engine } from "../../engine.ts"
import { rawEngines } from "../connections/raw-engine.ts"

const { sqlite } = rawEngines

/**
 * SQLite through the raw calls of Prisma, which convert a value by the type in the declaration of its column: a DATETIME
 * becomes a Date, and JSONB an object. An expression has no declared type, so its value arrives as it is stored.
 */
export const prismaSqlite: Engine = {
  ...sqlite,
  dialect: { ...sqlite.dialect, selected: (column, storage) => (storage === "text" ? column : `+${column}`) },
}
