import { throwInvalid } from "../contract/throw-invalid.ts"

/** What happens to values that were stored as plaintext, before a layer was added. */
export type ExistingPlaintext = "accept" | "refuse"

/** Checks the option `existingPlaintext` of a layer. */
export function checkExistingPlaintext(
  layer: string,
  option: ExistingPlaintext = "accept",
): ExistingPlaintext {
  if (option === "accept" || option === "refuse") return option
  throwInvalid(`${layer}: existingPlaintext must be "accept" or "refuse".`)
}
