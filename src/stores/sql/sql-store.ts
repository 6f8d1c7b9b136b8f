import type { Store } from "../../operations/store.ts"
import { statement } from "./compile/statement.ts"
import { deleteAllText } from "./compile/write-texts.ts"
import { createFindWithUser } from "./verbs/find-with-user.ts"
import { createInsert } from "./verbs/insert.ts"
import { firstRow, onlyRow } from "./verbs/result-rows.ts"
import { createRunner, type SqlParts } from "./verbs/runner.ts"
import { createChanges } from "./verbs/update-and-take.ts"

/** The seven verbs over compiled statements. */
export function createSqlStore(parts: SqlParts, batchesLookups: boolean): Store {
  const { schema, dialect, compiled } = parts
  const runner = createRunner(parts)
  const { run, batch } = runner
  const ownedWithoutKey = Object.values(compiled).filter(
    ({ model }) => model.owner && !model.owner.mustExist && !schema.managed?.missing.includes(model.name),
  )

  return {
    insert: createInsert(parts, runner),

    find: (model, key) =>
      run(compiled[model], compiled[model].find(key), (result) => onlyRow(compiled[model], result)),

    list(model, owner) {
      const { decode, list } = compiled[model]
      return run(compiled[model], list(owner), ({ rows }) => rows.map((row) => decode(row)))
    },

    findWithUser: createFindWithUser(parts, runner, batchesLookups),

    ...createChanges(parts, runner),

    // Rows that belong to the user without a foreign key are deleted first: afterwards, the user's email is gone.
    removeUser(id) {
      const owned = ownedWithoutKey.map((statements) => statements.deleteOwned(id))
      const user = dialect.returning.delete
        ? [compiled.user.take({ id })]
        : [compiled.user.findLocked({ id }), compiled.user.take({ id })]
      if (!dialect.combinesWrites || owned.length === 0)
        return batch(compiled.user, [...owned, ...user], (results) =>
          firstRow(compiled.user, results[owned.length]),
        )
      const [[last]] = user as [(typeof user)[number]]
      const text = deleteAllText(
        owned.map(([{ text }]) => text),
        last.text,
      )
      return run(compiled.user, [statement(text), [id]], (result) => firstRow(compiled.user, result))
    },
  }
}
