import type { Model } from "../../../contract/schema.ts"
import type { StorePage } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Step } from "../driver.ts"
import { storageOf } from "../storage.ts"
import { columnOf } from "./columns.ts"
import type { Once } from "./statement.ts"
import { countText, pageText, sweepText } from "./upkeep-texts.ts"

// The last character of Unicode: in byte order, it sorts after every character of an address.
const lastCharacter = "\u{10FFFF}"

/** Paging, counting and sweeping. */
export const compileUpkeep = (model: Model, dialect: Dialect, once: Once) => ({
  page({ by, after, limit, prefix }: StorePage): Step {
    const range = prefix === undefined ? [] : [prefix, prefix + lastCharacter]
    const [first, second] = after ? by.map((field) => after[field] as string) : []
    const from = [first, second && first, second].filter((part) => part !== undefined)
    const text = once(
      `page ${by} ${range.length} ${from.length}`,
      () => pageText(dialect, model, by, after !== undefined, prefix !== undefined),
      false,
    )
    return [text, [...range, ...from, dialect.encode("integer", limit)]]
  },
  count: (): Step => [once("count", () => countText(dialect, model)), []],
  sweep: (now: Date, limit: number): Step => [
    once("sweep", () => sweepText(dialect, model, columnOf(model, model.expiry ?? ""))),
    [dialect.encode(storageOf(columnOf(model, model.expiry ?? "")), now), dialect.encode("integer", limit)],
  ],
})
