import type { CaseContext } from "../../case.ts"

/** Creates a user with the id of a deleted user. Returns false if the adapter generates its own ids or refuses this one. */
export async function createWithId(t: CaseContext, id: string): Promise<boolean> {
  const created = await t.attempt(() => t.adapter.createUser(t.user({ id })))
  return created.status === "fulfilled" && created.value.id === id
}
