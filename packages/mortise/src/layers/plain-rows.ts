import { throwInvalid } from "../contract/throw-invalid.ts"

/** What happens to values that were stored before a layer was added. */
export type PlainRows = "accept" | "refuse"

/** The option `plain` of a layer, checked. */
export function checkPlain(layer: string, plain: PlainRows = "accept"): PlainRows {
  if (plain === "accept" || plain === "refuse") return plain
  throwInvalid(`${layer}: plain must be "accept" or "refuse".`)
}
