import { times } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import { newPasskey } from "../../stored.ts"

export const counters: readonly NewCase[] = [
  {
    id: "counters/stored-and-returned",
    clause: "§4 updateAuthenticatorCounter",
    title: "updateAuthenticatorCounter stores the new counter and returns the whole passkey",
    harm: "A cloned passkey is never detected.",
    async run(t) {
      const passkey = await newPasskey(t, { counter: 1 })

      const updated = await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 2)

      t.row(updated, { ...passkey, counter: 2 }, "the updated passkey")
      const storedPasskey = await t.adapter.getAuthenticator(passkey.credentialID)
      t.row(storedPasskey, { ...passkey, counter: 2 }, "getAuthenticator afterwards")
      // A call that is repeated after a lost response is not an error.
      const again = await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 2)
      t.row(again, { ...passkey, counter: 2 }, "the passkey after the same update")
    },
  },
  {
    id: "counters/list-stays-whole",
    clause: "§4 updateAuthenticatorCounter",
    also: ["§4 listAuthenticatorsByUserId"],
    title: "After counter updates, the list contains each passkey once, with its new counter",
    harm: "The list grows with each sign-in until the browser rejects it.",
    evidence: "@auth/unstorage-adapter adds a passkey to its list again at each update",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const [first, second] = [t.authenticator(id), t.authenticator(id, { counter: 5 })]
      for (const passkey of [first, second]) await t.adapter.createAuthenticator(passkey)

      for (const counter of [1, 2, 3]) await t.adapter.updateAuthenticatorCounter(first.credentialID, counter)

      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      const counts = listed.map(({ credentialID, counter }) => [credentialID, counter]).sort()
      t.equal(
        counts,
        [
          [first.credentialID, 3],
          [second.credentialID, 5],
        ].sort(),
        "ids and counters in the list",
      )
    },
  },
  {
    id: "counters/unknown-is-an-error",
    clause: "§7.2",
    also: ["§4 updateAuthenticatorCounter", "SEC-A4"],
    title: "Updating the counter of a passkey that does not exist throws and creates no passkey",
    harm: "The client continues as if the counter had been stored.",
    async run(t) {
      const { credentialID } = t.authenticator("")

      const update = () => t.adapter.updateAuthenticatorCounter(credentialID, 1)
      await t.throws(update, "updateAuthenticatorCounter of an unknown passkey", "not_found")

      t.isNull(await t.adapter.getAuthenticator(credentialID), "getAuthenticator afterwards")
    },
  },
  {
    id: "counters/zero-is-a-counter",
    clause: "SEC-F1",
    also: ["vector 23"],
    title: "A counter can stay at zero, because synchronized passkeys never increase it",
    harm: "Users cannot sign in a second time with a passkey of Apple or Google.",
    async run(t) {
      const { credentialID } = await newPasskey(t, { counter: 0 })

      for (const ordinal of ["first", "second"])
        t.row(
          await t.adapter.updateAuthenticatorCounter(credentialID, 0),
          { counter: 0 },
          `the ${ordinal} update`,
        )

      t.row(await t.adapter.getAuthenticator(credentialID), { counter: 0 }, "getAuthenticator afterwards")
    },
  },
  {
    id: "counters/never-go-down",
    level: "should",
    clause: "SEC-F1",
    also: ["vector 23"],
    title: "A lower counter is refused, and the stored counter does not change",
    harm: "A cloned passkey that is used later resets the counter that would reveal it.",
    evidence: "All official adapters set the counter without comparing it",
    fix: "Add `AND counter <= :new` to the update.",
    async run(t) {
      const { credentialID } = await newPasskey(t, { counter: 5 })

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
    title: "When several counters are written at the same time, the highest one is stored",
    harm: "A cloned passkey is not detected, because a late write lowers the counter.",
    alone: true,
    run: expectHighest,
  },
  {
    id: "counters/refusals-hold-in-races",
    clause: "SEC-F1",
    also: ["SEC-B9"],
    title: "An adapter that refuses a lower counter also refuses it when several are written at once",
    harm: "A cloned passkey is not detected when it is used at the same moment as the original.",
    fix: "Add `AND counter <= :new` to the update, instead of comparing with a row that was read before.",
    alone: true,
    async run(t) {
      const { credentialID } = await newPasskey(t, { counter: 5 })
      const lower = await t.attempt(() => t.adapter.updateAuthenticatorCounter(credentialID, 4))
      if (lower.status === "rejected") await expectHighest(t)
    },
  },
]

/** Writes several counters of one passkey at once, in any order: the highest one must be stored. */
function expectHighest(t: CaseContext): Promise<void> {
  return t.rounds(3, async () => {
    const { id } = await t.adapter.createUser(t.user())
    const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id))
    const counters = times(8, (index) => index + 1).sort(() => t.random() - 0.5)

    await t.race(counters.map((counter) => () => t.adapter.updateAuthenticatorCounter(credentialID, counter)))

    t.row(await t.adapter.getAuthenticator(credentialID), { counter: 8 }, "getAuthenticator afterwards")
  })
}
