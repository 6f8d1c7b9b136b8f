import type { NewCase } from "../../case.ts"
import { accountKey } from "../row.ts"
import { newAccount, readAccount } from "../stored.ts"

export const extraRaces: readonly NewCase[] = [
  {
    id: "extra-races/one-refresh-of-a-token",
    level: "may",
    clause: "§1.8",
    title: "One of many concurrent replacements of a refresh token succeeds",
    harm: "A refresh token that is used twice makes the provider revoke the connection.",
    run: (t) =>
      t.rounds(3, async () => {
        const account = await newAccount(t, { refresh_token: "old" })
        const key = accountKey(account)

        const names = ["a", "b", "c", "d"]
        const outcomes = await t.race(
          names.map(
            (name) => () => t.extras.updateAccount({ ...key, refresh_token: name }, { refresh_token: "old" }),
          ),
        )

        const winners = names.filter((_, index) => {
          const outcome = outcomes[index]
          return outcome?.status === "fulfilled" && outcome.value.ok
        })
        t.equal(winners.length, 1, "refreshes that were stored")
        t.row(await readAccount(t, key), { ...account, refresh_token: winners[0] }, "the account afterwards")
      }),
  },
  {
    id: "extra-races/one-extension-of-a-session",
    level: "may",
    clause: "§3 session extended",
    title: "One of many concurrent extensions writes, and a deleted session stays deleted",
    harm: "Every page view of an active tab writes to the database.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken, expires: from } = await t.adapter.createSession(t.session(id))
      const extension = { sessionToken, from, to: t.inDays(60) }

      const outcomes = await t.race(Array.from({ length: 8 }, () => () => t.extras.extendSession(extension)))

      const writers = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.ok)
      t.equal(writers.length, 1, "extensions that wrote")
      await t.adapter.deleteSession(sessionToken)
      const answer = await t.extras.extendSession({ ...extension, from: extension.to })
      t.equal(answer, { ok: false, reason: "absent" }, "a deleted session")
    },
  },
]
