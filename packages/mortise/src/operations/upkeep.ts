import { type ModelName, modelNames } from "../contract/models.ts"
import type { Key } from "../contract/rows.ts"
import type { Schema } from "../contract/schema.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { PageOptions, RepairOptions, SweepOptions, Upkeep } from "../contract/upkeep.ts"
import { type OwnData, ownData } from "../shared/own-data.ts"
import { toTime } from "../shared/utc-text.ts"
import type { Checks } from "./checks.ts"
import type { StoreUpkeep } from "./store.ts"

const byEmail = ["email"]

/** Creates the upkeep functions. They check their arguments before they call the store. */
export function createUpkeep(schema: Schema, store: StoreUpkeep, check: Checks, now: () => number): Upkeep {
  const page = async (model: ModelName, options: PageOptions = {}) => {
    const { keys } = findModel(schema, model)
    const { after, limit, prefix } = readOptions(options)
    if (prefix !== undefined && model !== "user") throwInvalid("Only users can be searched by prefix.")
    const by = prefix === undefined ? (keys[0] as readonly string[]) : byEmail
    const most = checkLimit(limit ?? 100)
    const start = prefix === undefined ? undefined : toCanonicalPrefix(prefix)
    const from = after === undefined || after === null ? undefined : cursor(model, by, after)
    const rows =
      start === null ? [] : await store.page(model, { by, limit: most, after: from, prefix: start })
    const last = rows.length === most ? rows.at(-1) : undefined
    return { rows, next: last ? (Object.fromEntries(by.map((part) => [part, last[part]])) as Key) : null }
  }

  const cursor = (model: ModelName, by: readonly string[], after: unknown): Key => {
    const data = ownData(after) ?? {}
    const key = check.key(model, Object.fromEntries(by.map((part) => [part, data[part]])))
    return key ?? throwInvalid("`after` must be the `next` of the previous page.")
  }

  /** The canonical form of a prefix; `null` if no address can start with it. */
  const toCanonicalPrefix = (prefix: unknown): string | null => {
    const key = check.key("user", { email: prefix })
    return key?.["email"] ?? (String(prefix).trim() === "" ? "" : null)
  }

  const expiring = Object.values(schema.models).flatMap(({ name, expiry }) => (expiry ? [name] : []))
  // A sweep starts with the model at which the last one ended, so that batches do not look for what is already gone.
  let sweptLast = 0

  return {
    page: page as Upkeep["page"],
    count: async (model) => store.count(findModel(schema, model).name),
    async sweep(options: SweepOptions = {}) {
      const { now: until, limit } = readOptions(options)
      const at = toDate(until ?? new Date(now()))
      let left = checkLimit(limit ?? 1000)
      const most = left
      const start = sweptLast
      for (let step = 0; step < expiring.length && left > 0; step++) {
        sweptLast = (start + step) % expiring.length
        left -= await store.sweep(expiring[sweptLast] as ModelName, at, left)
      }
      if (store.settle && left > 0) left -= await store.settle(left)
      return most - left
    },
    ...(store.repair && {
      async repair(options: RepairOptions = {}) {
        const { after, limit } = readOptions(options)
        const from = after === undefined || after === null ? undefined : cursor("user", ["id"], after)
        const { last, ...report } =
          (await store.repair?.({ after: from, limit: checkLimit(limit ?? 100) })) ?? none
        return { ...report, next: last === undefined ? null : { id: last } }
      },
    }),
  }
}

const none = { checked: 0, restored: 0, duplicates: [], finishedRemovals: 0, last: undefined }

function findModel(schema: Schema, model: ModelName) {
  if (modelNames.includes(model)) return schema.models[model]
  return throwInvalid(`The model must be one of ${modelNames.join(", ")}.`)
}

function readOptions(options: unknown): OwnData {
  return ownData(options) ?? throwInvalid("The options must be an object.")
}

function toDate(value: unknown): Date {
  const time = toTime(value)
  return Number.isNaN(time) ? throwInvalid("`now` must be a valid Date.") : new Date(time)
}

function checkLimit(limit: unknown): number {
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  return throwInvalid("The limit must be a whole number from 1 to 1000.")
}
