import { closestName } from "../shared/closest-name.ts"
import { printable } from "../shared/printable.ts"
import { MortiseError } from "./errors.ts"

/** Throws `invalid` for an option that a factory does not have, so that a typo is not silently ignored. */
export function checkOptionNames(factory: string, options: unknown, optionNames: readonly string[]): void {
  if (options === undefined) return
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new MortiseError(
      "invalid",
      `${factory}: the options must be an object such as { ${optionNames[0]} }.`,
    )
  for (const name in options) {
    if (optionNames.includes(name)) continue
    const closest = closestName(name, optionNames)
    const advice = closest ? `did you mean "${closest}"?` : `its options are ${optionNames.join(", ")}.`
    throw new MortiseError("invalid", `${factory}: there is no option "${printable(name)}"; ${advice}`)
  }
}
