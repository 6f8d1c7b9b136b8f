import type { Schema } from "../../../contract/schema.ts"
import { schemaFor } from "../../../schema/define-schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { createTableTexts } from "../compile/create-table.ts"
import { tablesOf } from "../compile/tables.ts"
import { engines } from "./engines.ts"

/** The statements that create the tables, as `migrate` sends them. */
export function sqlText(schema: Schema, engine: EngineName): string {
  const { dialect, literal } = engines[engine]
  const tables = tablesOf(schemaFor(schema, engine), dialect)
  return tables
    .map((spec) =>
      createTableTexts(spec, dialect, literal)
        .map((text) => `${text};\n`)
        .join(""),
    )
    .join("\n")
}
