import type { ModelName } from "../../../contract/models.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Column, Model, Schema } from "../../../contract/schema.ts"
import type { Dialect, IdPlace } from "../../../sql/dialect.ts"
import type { Bound, Step } from "../../../sql/driver.ts"
import type { Once } from "../../../sql/statement.ts"
import { toStorage } from "../../../sql/storage.ts"
import { findColumn } from "./columns.ts"
import { table } from "./text-parts.ts"
import { insertText } from "./write-texts.ts"

/**
 * A row to insert. `after` is set when the row belongs to a user whose id the database generates in the same insert:
 * it names the model that was inserted just before.
 */
export type Insert = {
  readonly row: Readonly<Row>
  readonly after?: ModelName | undefined
  readonly tenant?: string | undefined
}

/** Inserts with the owner's id as a value, or as an expression that reads it from the database. */
export function compileInserts(schema: Schema, model: Model, dialect: Dialect, once: Once) {
  const fields = model.fields.filter(({ presence }) => !(presence === "generated" && schema.ids === "serial"))
  const hidden = model.tenant ? [...model.filled, model.tenant] : model.filled
  const ownerless = fields.filter(({ name }) => name !== model.owner?.field)
  const isAbsent = ({ databaseDefault, name }: Column, { row }: Insert) =>
    databaseDefault === true && row[name] === undefined
  const hasDatabaseDefaults = fields.some(({ databaseDefault }) => databaseDefault)
  const pickColumns = (entry: Insert): readonly Column[] => {
    const columns = entry.after ? ownerless : fields
    return hasDatabaseDefaults ? columns.filter((column) => !isAbsent(column, entry)) : columns
  }
  const signature = (entry: Insert): string => {
    const absent = hasDatabaseDefaults ? fields.filter((column) => isAbsent(column, entry)) : []
    return `insert after ${entry.after ?? ""} without ${absent.map(({ name }) => name)}`
  }
  const values = (entry: Insert): Bound[] => [
    ...pickColumns(entry).map((column) => {
      const { kind, name } = column
      const value = entry.row[name] ?? null
      return value === null || (kind === "text" && typeof value === "string")
        ? value
        : dialect.encode(toStorage(column), value)
    }),
    ...model.filled.map((column) => dialect.encode(toStorage(column), column.fill())),
    ...(model.tenant ? [entry.tenant as string] : []),
  ]
  /** Where the id of the inserted user is: in its own row, or in one that belongs to it. */
  const locateUserId = (name: ModelName): IdPlace => {
    const holder = schema.models[name]
    const { column } = findColumn(holder, holder.owner?.field ?? "id")
    return { quotedTable: table(dialect, holder), column }
  }
  const text = (entry: Insert, from = 1): string => {
    const owner = entry.after && dialect.insertedId(locateUserId("user"), locateUserId(entry.after))
    return insertText(dialect, model, [...pickColumns(entry), ...hidden], owner, from)
  }
  return {
    insert: (entry: Insert): Step => [once(signature(entry), () => text(entry)), values(entry)],
    /** An insert as part of a larger statement; its parameters start at `from`. */
    insertPart: (entry: Insert, from: number) => ({ text: text(entry, from), values: values(entry) }),
  }
}
