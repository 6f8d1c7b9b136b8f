import type { CaseContext } from "../../../case.ts"
import type { Owner } from "../../row.ts"

export const revocationHarm = "A person who was signed out, unlinked or deleted is still signed in."

/** A user as an update will leave them, and the update. */
export function changedOwner(t: CaseContext, owner: Owner) {
  const fields = { name: `Grace ${t.unique()}`, image: "https://example.com/grace.png" }
  return { after: { ...owner, ...fields }, update: () => t.adapter.updateUser({ id: owner.id, ...fields }) }
}
