import type { ModelName } from "../../../contract/models.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Schema } from "../../../contract/schema.ts"
import type { Entry, Store } from "../../../operations/store.ts"
import type { Insert, Plan, Plans } from "../compile/plan.ts"
import { statement } from "../compile/statement.ts"
import { insertAllText } from "../compile/texts.ts"
import type { Bound, Result } from "../driver.ts"
import type { Runner, SqlParts } from "./runner.ts"

type Planned = Insert & { readonly plan: Plan }

/** One row is one statement. Several are one statement where the engine allows it, and a transaction elsewhere. */
export function createInsert({ schema, dialect, plans }: SqlParts, { run, batch }: Runner): Store["insert"] {
  return (entries) => {
    const planned = planInserts(plans, entries, schema.ids)
    const first = planned[0]
    if (!first) return []
    if (planned.length === 1)
      return run(first.plan, first.plan.insert(first), (result) => [stored(first, result)])
    if (dialect.writesTogether) return insertTogether(planned, run)
    const steps = planned.map((entry) => entry.plan.insert(entry))
    const ofSteps = planned.map(({ plan }) => plan)
    const firstOwned = planned.findIndex(({ after }) => after === "user")
    const keep = dialect.keepLastUserId
    if (!keep || firstOwned < 0) return batch(ofSteps, steps, (results) => storedAll(planned, results))
    return batch(
      ofSteps.toSpliced(firstOwned, 0, plans.user),
      steps.toSpliced(firstOwned, 0, [statement(keep), []]),
      (results) => storedAll(planned, results.toSpliced(firstOwned, 1)),
    )
  }
}

function storedAll(planned: readonly Planned[], results: readonly Result[]): Row[] {
  let user: Row | undefined
  return planned.map((entry, nth) => {
    const row = stored(entry, results[nth], user)
    if (entry.plan.model.name === "user") user = row
    return row
  })
}

function insertTogether(planned: readonly Planned[], run: Runner["run"]) {
  const values: Bound[] = []
  const texts = planned.map((entry) => {
    const part = entry.plan.insertPart(entry, values.length + 1)
    values.push(...part.values)
    return part.text
  })
  const { plan } = planned[0] as Planned
  return run(plan, [statement(insertAllText(texts)), values], ({ rows: [row = []] }) => {
    let from = 0
    return planned.map(({ plan: { decode, model } }) => {
      const decoded = decode(row, from)
      from += model.fields.length
      return decoded
    })
  })
}

/** The row that came back, or where none does the one that was sent, with the id that the database made for the user. */
function stored({ plan, row, after }: Planned, result: Result | undefined, user?: Row): Row {
  const returned = result?.rows[0]
  if (returned) return plan.decode(returned)
  const { name, owner } = plan.model
  if (after && owner) return { [owner.field]: user?.[owner.of] ?? null, ...row }
  return name === "user" && row["id"] === undefined ? { id: String(result?.insertId), ...row } : row
}

/** Rows that name no owner belong to the user inserted with them, whose id only a serial database knows. */
function planInserts(plans: Plans, entries: readonly Entry[], ids: Schema["ids"]): Planned[] {
  let user: Row | undefined
  let previous: ModelName | undefined
  return entries.map(([model, given]) => {
    const plan = plans[model]
    const { owner } = plan.model
    const isOwnedHere = owner !== undefined && user !== undefined && given[owner.field] === undefined
    let row = given
    if (model === "user") user = row = ids === "uuid" ? { ...given, id: crypto.randomUUID() } : given
    else if (isOwnedHere && ids !== "serial") row = { ...given, [owner.field]: user?.[owner.of] ?? null }
    const planned = { plan, row, after: isOwnedHere && ids === "serial" ? previous : undefined }
    previous = model
    return planned
  })
}
