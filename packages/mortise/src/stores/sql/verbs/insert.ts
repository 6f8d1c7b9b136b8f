import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import type { Entry, Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Bound, Result } from "../../../sql/driver.ts"
import { statement } from "../../../sql/statement.ts"
import { findColumn } from "../compile/columns.ts"
import type { Insert } from "../compile/compile-inserts.ts"
import type { ModelStatements, SchemaStatements } from "../compile/compile-schema.ts"
import { insertAllText } from "../compile/write-texts.ts"
import { firstRow } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"

type PreparedEntry = Insert & { readonly statements: ModelStatements }

/** Inserts one row by one statement; several rows by one statement where the engine allows it, else by a transaction. */
export function createInsert(
  { schema, dialect, compiled, tenant }: SqlParts,
  { run, batch }: Runner,
): Store["insert"] {
  const scope = tenant === undefined ? {} : { tenant }
  return (inputs) => {
    const entries = prepareEntries(compiled, inputs, schema.ids, tenant)
    const first = entries[0]
    if (!first) return []
    const completeRows = (results: readonly Result[]) =>
      withDatabaseDefaults(entries, storedRows(entries, results), run, dialect, scope)
    if (entries.length === 1)
      return run(first.statements, first.statements.insert(first), (result) => completeRows([result]))
    if (dialect.combinesWrites) return insertInOneStatement(entries, run)
    const steps = entries.map((entry) => entry.statements.insert(entry))
    const stepModels = entries.map(({ statements }) => statements)
    const firstOwned = entries.findIndex(({ after }) => after === "user")
    const save = dialect.saveInsertedId
    if (!save || firstOwned < 0) return batch(stepModels, steps, completeRows)
    return batch(
      stepModels.toSpliced(firstOwned, 0, compiled.user),
      steps.toSpliced(firstOwned, 0, [statement(save), []]),
      (results) => completeRows(results.toSpliced(firstOwned, 1)),
    )
  }
}

function storedRows(entries: readonly PreparedEntry[], results: readonly Result[]): Row[] {
  let user: Row | undefined
  return entries.map((entry, index) => {
    const row = storedRow(entry, results[index], user)
    if (entry.statements.model.name === "user") user = row
    return row
  })
}

/** On engines that do not return the inserted row, reads the rows again whose columns the database filled. */
function withDatabaseDefaults(
  entries: readonly PreparedEntry[],
  rows: Row[],
  run: Runner["run"],
  { returning }: SqlParts["dialect"],
  scope: Key,
): Awaitable<Row[]> {
  const isFilled = ({ statements: { model }, row }: PreparedEntry) =>
    model.fields.some(({ databaseDefault, name }) => databaseDefault && row[name] === undefined)
  if (returning.insert || !entries.some(isFilled)) return rows
  return Promise.all(
    entries.map((entry, index) => {
      const row = rows[index] as Row
      const { model, find } = entry.statements
      const key = {
        ...Object.fromEntries(model.keys[0]?.map((field) => [field, row[field]]) ?? []),
        ...scope,
      } as Key
      if (!isFilled(entry)) return row
      return run(entry.statements, find(key), (result) => firstRow(entry.statements, result) ?? row)
    }),
  )
}

function insertInOneStatement(entries: readonly PreparedEntry[], run: Runner["run"]) {
  const values: Bound[] = []
  const texts = entries.map((entry) => {
    const part = entry.statements.insertPart(entry, values.length + 1)
    values.push(...part.values)
    return part.text
  })
  const { statements } = entries[0] as PreparedEntry
  return run(statements, [statement(insertAllText(texts)), values], ({ rows: [row = []] }) => {
    let from = 0
    return entries.map(({ statements: { decode, model } }) => {
      const decoded = decode(row, from)
      from += model.fields.length
      return decoded
    })
  })
}

/** The returned row or, on engines that return none, the row that was sent, with the user's generated id. */
function storedRow({ statements, row, after }: PreparedEntry, result: Result | undefined, user?: Row): Row {
  const returned = result?.rows[0]
  if (returned) return statements.decode(returned)
  const { name, owner } = statements.model
  if (after && owner) return { [owner.field]: user?.[owner.of] ?? null, ...row }
  return name === "user" && row["id"] === undefined ? { id: String(result?.insertId), ...row } : row
}

/** Rows without an owner belong to the user inserted with them. Only the database knows that user's serial id. */
function prepareEntries(
  compiled: SchemaStatements,
  entries: readonly Entry[],
  ids: Schema["ids"],
  tenant: string | undefined,
): PreparedEntry[] {
  let user: Row | undefined
  let previous: ModelName | undefined
  return entries.map(([model, input]) => {
    const statements = compiled[model]
    const { owner } = statements.model
    const isOwnedHere = owner !== undefined && user !== undefined && input[owner.field] === undefined
    let row = input
    if (model === "user") user = row = ids === "uuid" ? { ...input, id: createId(statements.model) } : input
    else if (isOwnedHere && ids !== "serial") row = { ...input, [owner.field]: user?.[owner.of] ?? null }
    const prepared = {
      statements,
      row,
      tenant,
      after: isOwnedHere && ids === "serial" ? previous : undefined,
    }
    previous = model
    return prepared
  })
}

const createId = (user: Model): string => (findColumn(user, "id").default as () => string)()
