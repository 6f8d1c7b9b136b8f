import { type Awaitable, after } from "../../contract/awaitable.ts"
import type { ModelName } from "../../contract/models.ts"
import type { StoreUpkeep } from "../store.ts"
import { attempt } from "./attempt.ts"
import type { Result, Step } from "./driver.ts"
import { sqlError } from "./sql-errors.ts"
import type { SqlParts } from "./sql-store.ts"

/** Paging, counting and sweeping by statements that an index answers. */
export function createSqlUpkeep({ schema, dialect, plans, driver }: SqlParts): StoreUpkeep {
  const run = (model: ModelName, [statement, values]: Step): Awaitable<Result> =>
    attempt(
      () => driver.run(statement, values),
      (error) => sqlError(schema, dialect, model, error),
    )
  return {
    page: (model, options) =>
      after(run(model, plans[model].page(options)), ({ rows }) =>
        rows.map((row) => plans[model].decode(row)),
      ),
    count: (model) => after(run(model, plans[model].count()), ({ rows }) => Number(rows[0]?.[0])),
    sweep: (model, now, limit) => after(run(model, plans[model].sweep(now, limit)), ({ count }) => count),
  }
}
