import type { NewCase } from "../../case.ts"
import { newAccount, newPasskey, readAccount } from "../stored.ts"

export const numbers: readonly NewCase[] = [
  {
    id: "numbers/expiry-past-2038",
    clause: "SEC-A7",
    also: ["§2 AdapterAccount"],
    guarantees: ["large_numbers"],
    title: "An expires_at after January 2038 is stored and returned as a number",
    harm: "Sign-in with providers of long-lived tokens fails, or the token counts as expired.",
    evidence: "@auth/neon-adapter and @auth/drizzle-adapter use a 32-bit column",
    fix: "Use a 64-bit column, and convert the result of the driver to a number.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const expires_at of [2 ** 31 - 1, 2 ** 31, 4_102_444_800, 2 ** 32, 2 ** 32 + 7, 253_402_300_799]) {
        const account = t.account(id, { expires_at })

        t.rowOrNothing(await t.adapter.linkAccount(account), { expires_at }, "what linkAccount returned")

        t.row(await readAccount(t, account), { expires_at }, "getAccount")
      }
    },
  },
  {
    id: "numbers/fraction-of-a-second",
    level: "should",
    clause: "client 1.6.5",
    also: ["SEC-A7"],
    title: "An expires_at with a fraction does not prevent linking",
    harm: "Sign-in with a provider that sends fractions fails.",
    async run(t) {
      const account = await newAccount(t, { expires_at: 1_900_000_000.5 })

      const storedAccount = await readAccount(t, account)
      const kept = [1_900_000_000, 1_900_000_000.5].includes(Number(storedAccount?.expires_at))
      t.check(kept, "the number, or its whole part", storedAccount?.expires_at)
    },
  },
  {
    id: "numbers/fractions-are-numbers",
    clause: "SEC-A7",
    also: ["client 1.6.5", "SEC-J7", "§2 AdapterAccount"],
    title:
      "An expires_at with a fraction is refused, or returned as this number or a whole number next to it",
    harm: "Code that adds seconds to the expiry joins two texts, and the provider token never expires.",
    evidence: "Drivers return NUMERIC and DECIMAL columns as text",
    fix: "Convert the result of the driver to a number, whether or not it is whole.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const expires_at of [1_900_000_000.5, 1_900_000_000.125, 4_102_444_800.75, 0.25]) {
        const account = t.account(id, { expires_at })
        const linked = await t.attempt(() => t.adapter.linkAccount(account))
        if (linked.status === "rejected") continue
        const { provider, providerAccountId } = account
        const storedAccount = await t.adapter.getAccount(providerAccountId, provider)
        const unlinked = await t.adapter.unlinkAccount({ provider, providerAccountId })
        const allowed: unknown[] = [expires_at, Math.floor(expires_at), Math.ceil(expires_at)]
        for (const row of [linked.value ?? account, storedAccount, unlinked ?? account])
          t.check(allowed.includes(row?.expires_at), `${expires_at}, or a whole number next to it`, row)
      }
    },
  },
  {
    id: "numbers/lifetime-is-kept",
    level: "should",
    clause: "§2 AdapterAccount",
    guarantees: ["expires_in"],
    title: "expires_in, which is a field of the contract, is stored",
    harm: "Code that reads expires_in finds nothing.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = { ...t.account(id), expires_in: 3600 }
      await t.adapter.linkAccount(account)

      t.row(await readAccount(t, account), { expires_in: 3600 }, "getAccount")
    },
  },
  {
    id: "numbers/not-a-number-is-refused",
    level: "should",
    clause: "SEC-A7",
    title: "An expires_at that is NaN or infinite is refused",
    harm: "A token is stored that never expires, or that makes every read fail.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const expires_at of [Number.NaN, Number.POSITIVE_INFINITY])
        await t.throws(() => t.adapter.linkAccount(t.account(id, { expires_at })), `${expires_at}`, "invalid")
    },
  },
  {
    id: "numbers/largest-counter",
    clause: "SEC-F2",
    also: ["SEC-A7", "§2 AdapterAuthenticator"],
    guarantees: ["large_numbers"],
    title: "A passkey counter can be as high as 4,294,967,295 and every operation returns it as a number",
    harm: "A security key with a high counter can no longer be used to sign in.",
    fix: "Use a 64-bit column, and convert the result of the driver to a number.",
    async run(t) {
      const { credentialID, userId: id } = await newPasskey(t, { counter: 1 })
      for (const counter of [65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
        const updated = await t.adapter.updateAuthenticatorCounter(credentialID, counter)

        t.row(updated, { counter }, "the updated passkey")
        t.row(await t.adapter.getAuthenticator(credentialID), { counter }, "getAuthenticator")
        t.row((await t.adapter.listAuthenticatorsByUserId(id))[0], { counter }, "the listed passkey")
        const otherUser = await t.adapter.createUser(t.user())
        const created = await t.adapter.createAuthenticator(t.authenticator(otherUser.id, { counter }))
        t.row(created, { counter }, "the created passkey")
        t.row((await t.adapter.listAuthenticatorsByUserId(otherUser.id))[0], { counter }, "its list")
      }
    },
  },
  {
    id: "numbers/odd-counters-are-refused",
    level: "should",
    clause: "SEC-F2",
    title: "An invalid counter is refused, and the stored counter does not change",
    harm: "One bad call makes a passkey permanently unusable.",
    async run(t) {
      const { credentialID } = await newPasskey(t, { counter: 1 })
      for (const counter of [-1, 1.5, Number.NaN, 2 ** 32, undefined, "2"]) {
        const update = () => t.call("updateAuthenticatorCounter", credentialID, counter)
        await t.throws(update, `a counter of ${counter}`, "invalid")
      }

      t.row(await t.adapter.getAuthenticator(credentialID), { counter: 1 }, "getAuthenticator afterwards")
    },
  },
  {
    id: "numbers/counters-never-wrap",
    clause: "SEC-F2",
    also: ["SEC-F1"],
    title: "A counter outside of 32 bits is refused or stored as given, never as another number",
    harm: "The counter starts at zero again, so a cloned passkey is accepted.",
    fix: "Check the range of the counter before the update.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const counter of [-1, 2 ** 32, 2 ** 32 + 5, 2 ** 33 + 7]) {
        const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id, { counter: 3 }))

        await t.attempt(() => t.adapter.updateAuthenticatorCounter(credentialID, counter))

        const storedPasskey = await t.adapter.getAuthenticator(credentialID)
        const isAllowed = storedPasskey?.counter === 3 || storedPasskey?.counter === counter
        t.check(
          isAllowed,
          `a counter of 3 or ${counter} after an update to ${counter}`,
          storedPasskey?.counter,
        )
      }
    },
  },
]
