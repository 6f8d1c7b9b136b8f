import type { Model } from "../../../contract/schema.ts"
import type { StorePage } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Step } from "../driver.ts"
import type { Once } from "./statement.ts"
import { countText, pageText, sweepText } from "./upkeep-texts.ts"

// Above every character that an address can hold, in the order of its bytes.
const afterAll = "\u{10FFFF}"

export const compileUpkeep = (model: Model, dialect: Dialect, once: Once) => ({
  page({ by, after, limit, prefix }: StorePage): Step {
    const range = prefix === undefined ? [] : [prefix, prefix + afterAll]
    const [first, second] = after ? by.map((field) => after[field] as string) : []
    const from = [first, second && first, second].filter((part) => part !== undefined)
    const what = `page ${by} ${range.length} ${from.length}`
    const text = once(
      what,
      () => pageText(dialect, model, by, after !== undefined, prefix !== undefined),
      false,
    )
    return [text, [...range, ...from, dialect.encode("integer", limit)]]
  },
  count: (): Step => [once("count", () => countText(dialect, model)), []],
  sweep: (now: Date, limit: number): Step => [
    once("sweep", () => sweepText(dialect, model, model.expiry ?? "")),
    [dialect.encode("date", now), dialect.encode("integer", limit)],
  ],
})
