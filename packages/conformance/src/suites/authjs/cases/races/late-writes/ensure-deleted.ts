import type { CaseContext } from "../../../case.ts"

/** An adapter may refuse a deletion that runs concurrently with a write. In that case, deletes the user again. */
export async function ensureDeleted(t: CaseContext, id: string): Promise<void> {
  if (await t.adapter.getUser(id)) await t.adapter.deleteUser(id)
}
