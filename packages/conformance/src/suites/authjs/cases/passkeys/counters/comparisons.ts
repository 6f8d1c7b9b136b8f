import type { CaseContext, NewCase } from "../../../case.ts"

/** Each counter with a higher one, which as a text, a byte or a signed number is lower. */
const rises: readonly (readonly [number, number])[] = [
  ...([
    [0, 1],
    [1, 2],
    [9, 10],
    [2, 10],
    [99, 100],
  ] as const),
  ...([
    [255, 256],
    [65_535, 65_536],
    [999_999, 1_000_000],
    [5, 2_147_483_647],
  ] as const),
]

/** A new passkey with a counter. Every second one got it by an update. */
async function passkeyAt(t: CaseContext, userId: string, counter: number, index: number): Promise<string> {
  const isUpdated = index % 2 === 1
  const passkey = t.authenticator(userId, { counter: isUpdated ? 0 : counter })
  await t.adapter.createAuthenticator(passkey)
  if (isUpdated) await t.adapter.updateAuthenticatorCounter(passkey.credentialID, counter)
  return passkey.credentialID
}

async function expectCounter(t: CaseContext, userId: string, credentialID: string, counter: number) {
  t.row(await t.adapter.getAuthenticator(credentialID), { counter }, "getAuthenticator afterwards")
  const listed = await t.adapter.listAuthenticatorsByUserId(userId)
  const listedPasskey = listed.find((passkey) => passkey.credentialID === credentialID)
  t.row(listedPasskey, { counter }, "the listed passkey afterwards")
}

export const comparedCounters: readonly NewCase[] = [
  {
    id: "counters/rise-as-numbers",
    clause: "§4 updateAuthenticatorCounter",
    also: ["SEC-F1", "SEC-F2"],
    title: "A higher counter is stored, also one that as a text would come first, such as 10 after 9",
    harm: "A passkey stops working at its tenth use, because 10 counts as lower than 9.",
    fix: "Store and compare counters as numbers.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const [index, [from, to]] of rises.entries()) {
        const credentialID = await passkeyAt(t, id, from, index)
        const updated = await t.adapter.updateAuthenticatorCounter(credentialID, to)
        t.row(updated, { credentialID, counter: to }, `the passkey after ${to} followed ${from}`)
        await expectCounter(t, id, credentialID, to)
      }
    },
  },
  {
    id: "counters/every-lower-one-is-refused",
    clause: "SEC-F1",
    also: ["vector 23"],
    title: "An adapter that refuses a lower counter refuses every one: zero, one, one less, and 9 after 10",
    harm: "A cloned passkey that answers with a counter of zero is let in.",
    evidence: "A check such as `newCounter && newCounter < counter` lets zero pass",
    fix: "Compare numbers, and treat zero like every other counter. Only a stored zero may stay zero.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID: first } = await t.adapter.createAuthenticator(t.authenticator(id, { counter: 5 }))
      const lower = await t.attempt(() => t.adapter.updateAuthenticatorCounter(first, 4))
      // The official adapters store every counter, and leave the comparison to the client.
      if (lower.status === "fulfilled") return

      for (const [index, stored] of [1, 2, 10, 100, 65_536, 2_147_483_647].entries()) {
        const credentialID = await passkeyAt(t, id, stored, index)
        for (const counter of new Set([0, 1, 9, stored - 1].filter((candidate) => candidate < stored))) {
          const update = () => t.adapter.updateAuthenticatorCounter(credentialID, counter)
          await t.throws(update, `the counter ${counter} after ${stored}`, "counter_regression")
        }
        await expectCounter(t, id, credentialID, stored)
      }
    },
  },
]
