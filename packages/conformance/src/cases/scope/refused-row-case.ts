import type { Case, CaseContext } from "../../case.ts"

// A row can be refused for one of its keys or for a value. An adapter that claims the keys of a row one by one must give
// all of them back: each key then finds nothing and can be taken by another row.

type Refusal = {
  /** Why the write is refused. */
  readonly why: string
  refuse(): Promise<unknown>
  /** Looks up a key of the refused row. */
  find(): Promise<unknown>
  /** Takes the key with a valid row. */
  take(): Promise<unknown>
}

export type KeyKind = {
  readonly name: string
  readonly says: string
  readonly clause: string
  readonly also: readonly string[]
  refusals(t: CaseContext): Promise<Refusal[]>
}

/** The case of one kind of key. */
export const keysStayFree = ({ name, says, refusals, ...about }: KeyKind): Case => ({
  ...about,
  id: `refused-rows/${name}`,
  level: "must",
  title: `${says} of a refused write finds nothing and can be taken afterwards`,
  harm: "After one failed request, an address, an account or a passkey can never be used again.",
  fix: "Claim all keys of a row in one transaction, and roll it back when one of them is taken.",
  async run(t) {
    for (const { why, refuse, find, take } of await refusals(t)) {
      const refused = await t.attempt(refuse)
      // Other cases test whether a write is refused at all.
      if (refused.status === "fulfilled") continue
      t.isNothing(await find(), `a lookup after a write with ${why} was refused`)
      const taken = await t.attempt(take)
      if (taken.status === "rejected")
        t.check(false, `a valid write after one with ${why}: no error`, taken.reason)
      t.row(await find(), {}, "a lookup after the valid write")
    }
  },
})
