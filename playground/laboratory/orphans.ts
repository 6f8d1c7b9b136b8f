import type { Trial } from "./trial.ts"

/** The number of accounts and sessions whose user does not exist. */
export async function countOrphans({ bench }: Trial): Promise<number> {
  const users = new Set((await bench.rows("user")).map(({ id }) => String(id)))
  const owned = [...(await bench.rows("account")), ...(await bench.rows("session"))]
  return owned.filter(({ userId }) => !users.has(String(userId))).length
}
