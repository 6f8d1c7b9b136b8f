import { type CaseContext, listCases } from "../../case.ts"
import { createUserLookups, expectInEach, readAccount } from "../stored.ts"

const fix = "Compare with undefined and null. Zero, false and the empty text are values."

export const zeros = listCases({ fix }, [
  {
    id: "zeros/in-accounts",
    clause: "SEC-A7",
    also: ["§2 AdapterAccount"],
    title: "An expires_at of zero is returned as the number zero",
    harm: "A provider token that has expired looks like a token that never expires.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const expires_at of [0, 1, 1_900_000_000]) {
        const account = t.account(id, { expires_at })
        t.rowOrNothing(await t.adapter.linkAccount(account), { expires_at }, "what linkAccount returned")
        t.row(await readAccount(t, account), { expires_at }, "getAccount")
      }
    },
  },
  {
    id: "zeros/in-lifetimes",
    clause: "§2 AdapterAccount",
    also: ["SEC-A7"],
    guarantees: ["expires_in"],
    title: "If expires_in is stored, zero is returned as the number zero",
    harm: "A provider token that has expired looks like a token that never expires.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const lifetime = async (expires_in: number) => {
        const account = { ...t.account(id), expires_in }
        await t.adapter.linkAccount(account)
        return readAccount(t, account)
      }
      if (((await lifetime(3600))?.["expires_in"] ?? null) === null) return
      t.row(await lifetime(3600), { expires_in: 3600 }, "getAccount")
      t.row(await lifetime(0), { expires_in: 0 }, "getAccount")
    },
  },
  {
    id: "zeros/in-counters",
    clause: "SEC-F1",
    also: ["SEC-A7", "§2 AdapterAuthenticator"],
    title: "Every operation returns a counter as a number, even zero",
    harm: "Users cannot sign in with a passkey of Apple or Google, whose counter stays at zero.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const reads = async (credentialID: string, counter: number) => {
        t.row(await t.adapter.getAuthenticator(credentialID), { counter }, "getAuthenticator")
        const listed = await t.adapter.listAuthenticatorsByUserId(id)
        const listedPasskey = listed.find((passkey) => passkey.credentialID === credentialID)
        t.row(listedPasskey, { counter }, "listAuthenticatorsByUserId")
      }
      for (const counter of [0, 1, 5]) {
        const passkey = t.authenticator(id, { counter })
        const { credentialID } = passkey
        t.row(await t.adapter.createAuthenticator(passkey), passkey, "the created passkey")
        await reads(credentialID, counter)

        // An adapter may refuse a lower counter. If it accepts one, it must store it.
        const lowered = await t.attempt(() => t.adapter.updateAuthenticatorCounter(credentialID, 0))
        if (lowered.status === "fulfilled") t.row(lowered.value, { counter: 0 }, "the updated passkey")
        await reads(credentialID, lowered.status === "fulfilled" ? 0 : counter)
      }
    },
  },
  {
    id: "zeros/in-passkeys",
    clause: "§2 AdapterAuthenticator",
    also: ["§4 updateAuthenticatorCounter", "§4 listAuthenticatorsByUserId"],
    title: "Every operation returns credentialBackedUp as a boolean, even when it is false",
    harm: "A passkey that exists on one device only is shown as backed up, and its owner registers no other.",
    async run(t) {
      for (const credentialBackedUp of [false, true]) {
        const { id } = await t.adapter.createUser(t.user())
        const passkey = t.authenticator(id, { credentialBackedUp })
        const { credentialID } = passkey
        const expected = { credentialBackedUp }
        t.row(await t.adapter.createAuthenticator(passkey), expected, "the created passkey")
        t.row(await t.adapter.getAuthenticator(credentialID), expected, "getAuthenticator")
        t.row((await t.adapter.listAuthenticatorsByUserId(id))[0], expected, "the list")
        t.row(await t.adapter.updateAuthenticatorCounter(credentialID, 1), expected, "the updated passkey")
        t.row(await t.adapter.getAuthenticator(credentialID), expected, "getAuthenticator afterwards")
      }
    },
  },
  {
    id: "zeros/in-dates",
    clause: "SEC-A6",
    also: ["§2 AdapterUser"],
    guarantees: ["far_dates"],
    title: "An emailVerified at the very start of 1970 is a date and not null, in every lookup",
    harm: "A user who was imported with this date counts as unverified.",
    async run(t) {
      // The TIMESTAMP type of MySQL starts one second after the start of 1970. It refuses the start itself.
      for (const emailVerified of [new Date(1_000), new Date(0)]) {
        const { id } = await t.adapter.createUser(t.user())
        const writes = [
          await t.attempt(() => t.adapter.createUser(t.user({ emailVerified }))),
          await t.attempt(() => t.adapter.updateUser({ id, emailVerified })),
        ]
        for (const write of writes)
          if (write.status === "fulfilled") await checkVerified(t, write.value, emailVerified)
          else if (emailVerified.getTime() !== 0) throw write.reason
      }
    },
  },
])

/** Checks the date in the result of the write, of every lookup and of later writes. */
async function checkVerified(
  t: CaseContext,
  written: { id: string; email: string },
  emailVerified: Date,
): Promise<void> {
  const { id } = written
  const expected = { emailVerified }
  t.row(written, expected, "the written user")
  await expectInEach(t, await createUserLookups(t, written), expected)
  t.row(await t.adapter.updateUser({ id, name: "Ada" }), expected, "a later updateUser")
  t.row(await t.adapter.getUser(id), expected, "getUser after an update")
  t.rowOrNothing(await t.adapter.deleteUser(id), expected, "deleteUser")
}
