import type { Engine } from "../../engine.ts"
import { rawEngines } from "../connections/raw-engine.ts"

const { sqlite } = rawEngines

/**
 * SQLite through Prisma's raw calls, which convert a value by its column's declared type: a DATETIME becomes a Date,
 * and JSONB an object. An expression has no declared type, so its value arrives as it is stored.
 */
export const prismaSqlite: Engine = {
  ...sqlite,
  dialect: {
    ...sqlite.dialect,
    selectColumn: (column, storage) => (storage === "text" ? column : `+${column}`),
  },
}
