import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"

const needs = ["createUser", "createAuthenticator", "getAuthenticator", "updateAuthenticatorCounter"] as const

export const counters: readonly Case[] = [
  {
    id: "counters/stored-and-returned",
    level: "must",
    clause: "§4 updateAuthenticatorCounter",
    title: "A new counter is returned with the whole passkey, and stored",
    harm: "A copied passkey is never noticed.",
    needs,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkey = t.authenticator(id, { counter: 1 })
      await t.adapter.createAuthenticator(passkey)

      const updated = await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 2)

      t.row(updated, { ...passkey, counter: 2 }, "the updated passkey")
      const found = await t.adapter.getAuthenticator(passkey.credentialID)
      t.row(found, { ...passkey, counter: 2 }, "getAuthenticator afterwards")
    },
  },
  {
    id: "counters/list-stays-whole",
    level: "must",
    clause: "§4 updateAuthenticatorCounter",
    also: ["§4 listAuthenticatorsByUserId"],
    title: "After updates the list shows the new counters, and each passkey once",
    harm: "The list grows with each sign-in until the browser refuses it.",
    evidence: "@auth/unstorage-adapter lists a passkey once more after each update",
    needs: ["createUser", "createAuthenticator", "updateAuthenticatorCounter", "listAuthenticatorsByUserId"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const [one, two] = [t.authenticator(id), t.authenticator(id, { counter: 5 })]
      for (const passkey of [one, two]) await t.adapter.createAuthenticator(passkey)

      for (const counter of [1, 2, 3]) await t.adapter.updateAuthenticatorCounter(one.credentialID, counter)

      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      const counts = listed.map(({ credentialID, counter }) => [credentialID, counter]).sort()
      t.equal(
        counts,
        [
          [one.credentialID, 3],
          [two.credentialID, 5],
        ].sort(),
        "ids and counters in the list",
      )
    },
  },
  {
    id: "counters/unknown-is-an-error",
    level: "must",
    clause: "§7.2",
    also: ["§4 updateAuthenticatorCounter", "SEC-A4"],
    title: "Updating the counter of a passkey that is not there throws and creates nothing",
    harm: "The client goes on as if the sign-in had been counted.",
    needs: ["updateAuthenticatorCounter", "getAuthenticator"],
    async run(t) {
      const { credentialID } = t.authenticator("")

      const update = () => t.adapter.updateAuthenticatorCounter(credentialID, 1)
      await t.throws(update, "updateAuthenticatorCounter of an unknown passkey", "not_found")

      t.isNull(await t.adapter.getAuthenticator(credentialID), "getAuthenticator afterwards")
    },
  },
  {
    id: "counters/zero-is-a-counter",
    level: "must",
    clause: "SEC-F1",
    also: ["vector 23"],
    title: "A counter may stay at zero: passkeys that are synchronised never count",
    harm: "Nobody can sign in with a passkey of Apple or Google a second time.",
    needs,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID } = t.authenticator(id)
      await t.adapter.createAuthenticator(t.authenticator(id, { credentialID, counter: 0 }))

      for (const nth of ["first", "second"])
        t.row(
          await t.adapter.updateAuthenticatorCounter(credentialID, 0),
          { counter: 0 },
          `the ${nth} update`,
        )

      t.row(await t.adapter.getAuthenticator(credentialID), { counter: 0 }, "getAuthenticator afterwards")
    },
  },
  {
    id: "counters/never-go-down",
    level: "should",
    clause: "SEC-F1",
    also: ["vector 23"],
    title: "A counter that would go down is refused, and the stored one stays",
    harm: "Whoever copied a passkey and signs in late resets the trace of it.",
    evidence: "Every adapter of Auth.js sets the counter blindly",
    fix: "Add `AND counter <= :new` to the update.",
    needs,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID } = t.authenticator(id)
      await t.adapter.createAuthenticator(t.authenticator(id, { credentialID, counter: 5 }))

      const lower = () => t.adapter.updateAuthenticatorCounter(credentialID, 4)
      await t.throws(lower, "updateAuthenticatorCounter from 5 to 4", "counter_regression")

      t.row(await t.adapter.getAuthenticator(credentialID), { counter: 5 }, "getAuthenticator afterwards")
    },
  },
  {
    id: "counters/highest-of-many-stays",
    level: "should",
    clause: "SEC-F1",
    also: ["SEC-B9"],
    title: "Of counters written at the same time the highest stays",
    harm: "A copied passkey hides behind a late answer.",
    needs: ["createUser", "createAuthenticator", "updateAuthenticatorCounter", "getAuthenticator"],
    run: (t) =>
      t.rounds(3, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id))
        const counters = times(8, (nth) => nth + 1).sort(() => t.random() - 0.5)

        await t.race(
          counters.map((counter) => () => t.adapter.updateAuthenticatorCounter(credentialID, counter)),
        )

        t.row(await t.adapter.getAuthenticator(credentialID), { counter: 8 }, "getAuthenticator afterwards")
      }),
  },
]
