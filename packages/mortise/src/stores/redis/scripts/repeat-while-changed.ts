import { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"

// One of the callers succeeds in each round.
const mostTries = 100

/** Repeats a change until no other caller has changed the row between its reading and its writing. */
export async function repeatWhileChanged<T>(
  model: ModelName,
  attempt: () => Promise<T | "changed">,
  what = "row",
): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    const answer = await attempt()
    if (answer !== "changed") return answer
  }
  throw new MortiseError("transient", `Other callers kept changing this ${what}: try again.`, { model })
}
