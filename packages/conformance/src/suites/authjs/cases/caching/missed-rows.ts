import type { NewCase } from "../../case.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner } from "../rows.ts"

const harm =
  "A person who was unknown once stays unknown after the sign-up, or stays signed in after a sign-out."
const fix = "Do not cache misses, or invalidate them after the write, for every form of the key."

const missedRow = (kind: Kind): NewCase => ({
  id: `missed-rows/${kind.name}s`,
  clause: `§4 ${kind.create}`,
  also: [
    ...["SEC-B9", "client 1.3"],
    ...(kind.remove ? [`§4 ${kind.remove}`] : []),
    ...(kind.update ? [`§4 ${kind.update}`] : []),
  ],
  title: `${kind.One} that was looked up in vain is found once it is stored`,
  harm,
  fix,
  async run(t) {
    let stored = kind.row(t, await newOwner(t))
    // The same change both times: an adapter must not skip a call because it was made before.
    const changes = kind.changes?.(t, 0)
    for (const time of ["first", "second"]) {
      // The adapter may have given a user another id.
      for (const when of ["before", "before, again"])
        await expectAbsent(t, stored, `${when} the ${time} time`)
      stored = await stored.store()
      await expectFound(t, stored, `after it was stored the ${time} time`)
      if (kind.isReadOnce) {
        await expectAbsent(t, stored, `after it was ${kind.removed} the ${time} time`)
        continue
      }
      const changed = await stored.change?.(changes)
      if (changed) await expectFound(t, changed, `after it was changed the ${time} time`)
      if (!stored.remove) return
      await stored.remove()
      await expectAbsent(t, stored, `after it was ${kind.removed} the ${time} time`)
    }
  },
})

const numericKey = 9_007_199_255

export const missedRows: readonly NewCase[] = [
  ...kinds.map(missedRow),
  {
    id: "missed-rows/numbers",
    clause: "client 1.6.3",
    also: ["SEC-B9", "§4 getAccount", "§4 getUserByAccount"],
    title: "A miss by a number or its text does not hide an account that is then linked with the other one",
    harm,
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const forms = [numericKey, String(numericKey)]
      const readAll = (provider: string) =>
        Promise.all(
          forms.flatMap((form) => [
            t.attempt(() => t.call("getAccount", form, provider)),
            t.attempt(() => t.call("getUserByAccount", { provider, providerAccountId: form })),
          ]),
        )
      const toHits = (outcomes: Awaited<ReturnType<typeof readAll>>): boolean[] =>
        outcomes.map((outcome) => outcome.status === "fulfilled" && Boolean(outcome.value))
      for (const providerAccountId of forms) {
        const link = (provider: string) =>
          t.call("linkAccount", { ...t.account(id, { provider }), providerAccountId })
        // An adapter may distinguish a number and its text. It must find the same rows with and without misses.
        const [fresh, missed] = [`vk-${t.unique()}`, `vk-${t.unique()}`]
        await link(fresh)
        const expected = toHits(await readAll(fresh))

        await readAll(missed)
        await link(missed)
        t.equal(toHits(await readAll(missed)), expected, "what the lookups find after misses")

        await t.call("unlinkAccount", { provider: missed, providerAccountId })
        t.check(!toHits(await readAll(missed)).includes(true), "no lookup finds the unlinked account", missed)
        await link(missed)
        t.equal(toHits(await readAll(missed)), expected, "what the lookups find once it is linked again")
      }
    },
  },
]
