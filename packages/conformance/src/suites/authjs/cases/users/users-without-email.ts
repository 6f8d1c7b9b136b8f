import type { User } from "mortise"
import type { CaseContext } from "../../case.ts"

type Created = PromiseSettledResult<User>

const created = new WeakMap<CaseContext["unique"], Promise<readonly [Created, Created]>>()

/**
 * Two users without an address, shared by all cases of a run. An adapter may accept only one such user: if every
 * case created its own, the first case would take that place and the next would see a refusal.
 */
export async function usersWithoutEmail(t: CaseContext): Promise<readonly [Created, Created]> {
  const create = (name: string) =>
    t.attempt(() =>
      t.adapter.createUser({ id: crypto.randomUUID(), name, email: undefined, emailVerified: null }),
    )
  const createBoth = async () => [await create("Ada"), await create("Bob")] as const
  // `unique` belongs to one run, so it identifies the run.
  const existing = created.get(t.unique)
  const both = existing ?? createBoth()
  created.set(t.unique, both)
  const [ada, bob] = await t.watch("createUser", () => both)
  // A refused user takes no place, so every case can see the refusal itself.
  return existing && ada.status === "rejected" ? createBoth() : [ada, bob]
}
