import type { PackedRow } from "../packed-row.ts"
import type { Script } from "../script.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { forgetScript } from "./user-scripts.ts"
import { entryOf, readOwner } from "./visibility.ts"

/** The answer of a script on an owned row, with the key of the row's user and the row's nonce. */
export type OwnedAnswer = readonly [
  status: "absent" | "pending" | "refused" | "changed" | "moves" | "done",
  user: string,
  nonce: string,
  packed?: PackedRow,
]

/**
 * Runs a script on an owned row. A pending row is checked first, because to change a row that is not committed would
 * spoil its insert; if it is committed, the script runs again and knows its nonce.
 */
export async function runOnRow(
  parts: SpreadParts,
  script: Script,
  key: string,
  args: readonly string[],
  known = "",
): Promise<OwnedAnswer> {
  const answer = (await parts.connection.evaluate(script, [key], [known, ...args])) as OwnedAnswer
  const [status, user, nonce] = answer
  if (status !== "pending") return answer
  return (await isVisible(parts, key, user, nonce))
    ? runOnRow(parts, script, key, args, nonce)
    : ["absent", user, nonce]
}

export const isVisible = async (
  parts: SpreadParts,
  key: string,
  user: string,
  nonce: string,
): Promise<boolean> => (await readOwner(parts, key, { user, nonce })) !== null

/** Removes the entry of a row from its user. Returns whether the row was visible. */
export const forget = async (
  { connection }: SpreadParts,
  key: string,
  user: string,
  nonce: string,
): Promise<boolean> => Number(await connection.evaluate(forgetScript, [user], [entryOf(nonce, key)])) === 1
