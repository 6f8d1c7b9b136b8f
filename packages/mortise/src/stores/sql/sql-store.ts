import type { ModelName } from "../../contract/models.ts"
import type { Key } from "../../contract/rows.ts"
import type { Model, Schema } from "../../contract/schema.ts"
import type { Store, StoreUpkeep } from "../../operations/store.ts"
import type { BatchLookups } from "../../sql/batching/batch-lookups.ts"
import { statement } from "../../sql/statement.ts"
import { deleteAllText } from "./compile/write-texts.ts"
import { createInsert } from "./verbs/insert.ts"
import { createLookups, type Lookups } from "./verbs/lookups.ts"
import { firstRow } from "./verbs/result-rows.ts"
import { createRunner, type SqlParts } from "./verbs/runner.ts"
import { createSweep } from "./verbs/sweep.ts"
import { createChanges } from "./verbs/update-and-take.ts"

/** The store of a SQL client. Its lookups call `onSend` when they are sent. */
export type SqlStore = Store & Lookups

/** The seven verbs over compiled statements, with a tenant for its rows only. */
export function createSqlStore(parts: SqlParts, batchLookups?: BatchLookups): SqlStore {
  const { tenant } = parts
  if (tenant === undefined) return createVerbs(parts, {}, batchLookups)
  const store = createVerbs(parts, { tenant }, batchLookups)
  const addTenant = (key: Key): Key => ({ tenant, ...key })
  return {
    ...store,
    find: (model: ModelName, key: Key, onSend?: () => void) => store.find(model, addTenant(key), onSend),
    findWithUser: (model, key, options) => store.findWithUser(model, addTenant(key), options),
    update: (model, key, patch, guard) => store.update(model, addTenant(key), patch, guard),
    take: (model, key, guard) => store.take(model, addTenant(key), guard),
  }
}

/** `scope` is the first part of every key. */
function createVerbs(parts: SqlParts, scope: Key, batchLookups: BatchLookups | undefined): SqlStore {
  const { schema, dialect, compiled } = parts
  const runner = createRunner(parts)
  const { run, batch } = runner
  const deletedFirst = Object.values(compiled).filter(({ model }) => isDeletedFirst(schema, model))

  return {
    insert: createInsert(parts, runner),

    ...createLookups(parts, runner, batchLookups),

    list(model, owner) {
      const { decode, list, model: described } = compiled[model]
      const key = { ...scope, [described.owner?.field ?? ""]: owner }
      return run(compiled[model], list(key), ({ rows }) => rows.map((row) => decode(row)))
    },

    ...createChanges(parts, runner),

    // Rows that no foreign key deletes are deleted first: afterwards, the user's email is gone.
    removeUser(id) {
      const key = { ...scope, id }
      const owned = deletedFirst.map((statements) => statements.deleteOwned(key))
      const user = dialect.returning.delete
        ? [compiled.user.take(key)]
        : [compiled.user.findLocked(key), compiled.user.take(key)]
      if (!dialect.combinesWrites || owned.length === 0)
        return batch(compiled.user, [...owned, ...user], (results) =>
          firstRow(compiled.user, results[owned.length]),
        )
      const [[last]] = user as [(typeof user)[number]]
      const text = deleteAllText(
        owned.map(([{ text }]) => text),
        last.text,
      )
      return run(compiled.user, [statement(text), Object.values(key)], (result) =>
        firstRow(compiled.user, result),
      )
    },
  }
}

// The tables of a preset or an ORM may lack the foreign key, or its cascade. Presets always store passkeys with both.
function isDeletedFirst({ preset, managed }: Schema, { name, owner }: Model): boolean {
  if (!owner || managed?.missing.includes(name)) return false
  return !owner.mustExist || managed !== undefined || (preset !== undefined && name !== "authenticator")
}

/** Paging, counting and sweeping; every statement but the count uses an index. */
export function createSqlUpkeep(parts: SqlParts): StoreUpkeep {
  const { compiled, tenant } = parts
  const runner = createRunner(parts)
  const { run } = runner
  const scope = tenant === undefined ? [] : [tenant]
  return {
    page: (model, options) =>
      run(compiled[model], compiled[model].page(options, scope), ({ rows }) =>
        rows.map((row) => compiled[model].decode(row)),
      ),
    count: (model) => run(compiled[model], compiled[model].count(scope), ({ rows }) => Number(rows[0]?.[0])),
    sweep: createSweep(parts, runner),
  }
}
