import { readFileSync } from "node:fs"

/** A mutant that no test can find, because its behavior is the same. */
export type Equivalent = { readonly mutant: string; readonly reason: string }

export const readEquivalents = (): Equivalent[] =>
  JSON.parse(readFileSync(new URL("equivalent.json", import.meta.url), "utf8"))
