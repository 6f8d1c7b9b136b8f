import type { Store } from "../../operations/store.ts"
import { statement } from "./compile/statement.ts"
import { removeAllText } from "./compile/texts.ts"
import { createFindWithUser } from "./verbs/find-with-user.ts"
import { createInsert } from "./verbs/insert.ts"
import { one } from "./verbs/result-rows.ts"
import { createRunner, type SqlParts } from "./verbs/runner.ts"
import { createChanges } from "./verbs/update-and-take.ts"

/** The seven verbs as the statements of a plan; `inLanes` where lookups that come at once had better travel together. */
export function createSqlStore(parts: SqlParts, inLanes: boolean): Store {
  const { dialect, plans } = parts
  const runner = createRunner(parts)
  const { run, batch } = runner
  const loose = Object.values(plans).filter(({ model }) => model.owner && !model.owner.mustExist)

  return {
    insert: createInsert(parts, runner),

    find: (model, key) => run(plans[model], plans[model].find(key), (result) => one(plans[model], result)),

    list(model, owner) {
      const { decode, list } = plans[model]
      return run(plans[model], list(owner), ({ rows }) => rows.map((row) => decode(row)))
    },

    findWithUser: createFindWithUser(parts, runner, inLanes),

    ...createChanges(parts, runner),

    // What belongs to the user without a foreign key goes first, while the user still tells what that is.
    removeUser(id) {
      const owned = loose.map((plan) => plan.disown(id))
      const user = dialect.returning.delete
        ? [plans.user.take({ id })]
        : [plans.user.findLocked({ id }), plans.user.take({ id })]
      if (!dialect.writesTogether)
        return batch(plans.user, [...owned, ...user], (results) => one(plans.user, results[owned.length]))
      const [[last]] = user as [(typeof user)[number]]
      const text = removeAllText(
        owned.map(([{ text }]) => text),
        last.text,
      )
      return run(plans.user, [statement(text), [id]], (result) => one(plans.user, result))
    },
  }
}
