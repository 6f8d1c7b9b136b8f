import type { Case } from "../../case.ts"
import { createWithId } from "../keys/kept-ids.ts"
import { missFix, missHarm } from "./absent-rows.ts"

const numericKey = 9_007_199_255

export const absentIds: readonly Case[] = [
  {
    id: "fresh-reads/of-absent-numeric-ids",
    level: "must",
    clause: "client 1.6.3",
    also: ["SEC-B9", "§4 getAccount", "§4 getUserByAccount"],
    title: "A miss by a number or its text does not hide an account that is then linked with the other one",
    harm: missHarm,
    fix: missFix,
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
      const found = (outcomes: Awaited<ReturnType<typeof readAll>>): boolean[] =>
        outcomes.map((outcome) => outcome.status === "fulfilled" && Boolean(outcome.value))
      for (const providerAccountId of forms) {
        const link = (provider: string) =>
          t.call("linkAccount", { ...t.account(id, { provider }), providerAccountId })
        // An adapter may distinguish a number and its text. It must find the same rows with and without misses.
        const [fresh, missed] = [`vk-${t.unique()}`, `vk-${t.unique()}`]
        await link(fresh)
        const expected = found(await readAll(fresh))

        await readAll(missed)
        await link(missed)
        t.equal(found(await readAll(missed)), expected, "what the lookups find after misses")

        await t.call("unlinkAccount", { provider: missed, providerAccountId })
        t.check(!found(await readAll(missed)).includes(true), "no lookup finds the unlinked account", missed)
        await link(missed)
        t.equal(
          found(await readAll(missed)),
          expected,
          "what the lookups find after the account is linked again",
        )
      }
    },
  },
  {
    id: "fresh-reads/of-absent-ids",
    level: "must",
    clause: "§4 getUser",
    also: ["SEC-B9", "SEC-B6"],
    title: "getUser finds a user whose id it missed before the sign-up and after the deletion",
    harm: missHarm,
    fix: missFix,
    async run(t) {
      const { id } = t.user()
      for (const when of ["before the sign-up", "after the deletion"]) {
        t.isNull(await t.adapter.getUser(id), `getUser ${when}`)
        if (!(await createWithId(t, id))) return
        t.row(await t.adapter.getUser(id), { id }, "getUser after the sign-up")
        await t.adapter.deleteUser(id)
      }
      t.isNull(await t.adapter.getUser(id), "getUser after the last deletion")
    },
  },
]
