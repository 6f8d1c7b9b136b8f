import { MortiseError } from "../contract/errors.ts"
import { type ModelName, modelNames } from "../contract/models.ts"
import type { Key } from "../contract/rows.ts"
import type { Schema } from "../contract/schema.ts"
import type { PageOptions, SweepOptions, Upkeep } from "../contract/upkeep.ts"
import type { StoreUpkeep } from "../stores/store.ts"
import type { Checks } from "./checks.ts"

const byEmail = ["email"]

/** The upkeep of a store behind checks of its arguments. */
export function createUpkeep(schema: Schema, store: StoreUpkeep, check: Checks, now: () => number): Upkeep {
  const page = async (model: ModelName, { after, limit, prefix }: PageOptions = {}) => {
    const { keys } = known(schema, model)
    if (prefix !== undefined && model !== "user")
      refuse("Only users can be searched by a prefix, that of their email")
    const by = prefix === undefined ? (keys[0] as readonly string[]) : byEmail
    const most = bounded(limit ?? 100)
    const options = {
      by,
      limit: most,
      after: after && cursor(model, by, after),
      prefix: prefix && start(prefix),
    }
    const rows = await store.page(model, options)
    const last = rows.length === most ? rows.at(-1) : undefined
    return { rows, next: last ? (Object.fromEntries(by.map((part) => [part, last[part]])) as Key) : null }
  }

  const cursor = (model: ModelName, by: readonly string[], after: Key): Key => {
    const key = check.key(model, after)
    if (key && by.every((part) => Object.hasOwn(key, part))) return key
    return refuse("`after` must be the `next` of the page before")
  }

  const start = (prefix: string): string => check.key("user", { email: prefix })?.["email"] ?? ""

  return {
    page: page as Upkeep["page"],
    count: async (model) => store.count(known(schema, model).name),
    async sweep({ now: at = new Date(now()), limit = 1000 }: SweepOptions = {}) {
      let left = bounded(limit)
      const most = left
      for (const { name, expiry } of Object.values(schema.models))
        if (expiry && left > 0) left -= await store.sweep(name, at, left)
      return most - left
    },
  }
}

function known(schema: Schema, model: ModelName) {
  if (modelNames.includes(model)) return schema.models[model]
  return refuse(`The model must be one of ${modelNames.join(", ")}`)
}

function bounded(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  return refuse("The limit must be a whole number from 1 to 1000")
}

function refuse(sentence: string): never {
  throw new MortiseError("invalid", `${sentence}.`)
}
