import type { User } from "../../../contract/types.ts"
import type { CaseContext } from "../../case.ts"

type Created = PromiseSettledResult<User>

const created = new WeakMap<CaseContext["unique"], Promise<readonly [Created, Created]>>()

/**
 * Two users without an address, the same for all cases of a run. An adapter that has room for one of them would
 * otherwise give it to any case, and refuse the next as if it refused all.
 */
export function usersWithoutEmail(t: CaseContext): Promise<readonly [Created, Created]> {
  const create = (name: string) =>
    t.attempt(() =>
      t.adapter.createUser({ id: crypto.randomUUID(), name, email: undefined, emailVerified: null }),
    )
  // Every run has a maker of data of its own.
  const known =
    created.get(t.unique) ?? create("Ada").then(async (ada) => [ada, await create("Bob")] as const)
  created.set(t.unique, known)
  return known
}
