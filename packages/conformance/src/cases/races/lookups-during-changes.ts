import type { Case, CaseContext } from "../../case.ts"
import { flatList, flatPair } from "../lookups.ts"
import { accountKey } from "../row-keys.ts"
import { revocationHarm, watchedCase } from "./watched-case.ts"

const oldFields = { name: "Ada", image: "https://example.com/old.png" }
const newFields = { name: "Grace", image: "https://example.com/new.png" }

const newPasskey = async (t: CaseContext) => {
  const { id } = await t.adapter.createUser(t.user())
  const passkey = t.authenticator(id)
  await t.adapter.createAuthenticator(passkey)
  const change = () => t.adapter.updateAuthenticatorCounter(passkey.credentialID, 9)
  return { id, before: passkey, after: { ...passkey, counter: 9 }, change }
}

const newAddress = async (t: CaseContext) => {
  const { id, email: old } = await t.adapter.createUser(t.user())
  const email = t.email()
  return { id, old, email, change: () => t.adapter.updateUser({ id, email }) }
}

export const lookupsDuringChanges: readonly Case[] = [
  watchedCase({
    id: "lookups-during/extension",
    clause: "§3 session extended",
    also: ["SEC-B9", "§4 updateSession"],
    title: "A session is found at every moment of its extension, with the old or the new expiry",
    async prepare(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      await t.adapter.createSession(session)
      const { sessionToken } = session
      const [before, expires] = [{ ...session, id, email }, t.inDays(60)]
      const read = async () => flatPair(await t.adapter.getSessionAndUser(sessionToken))
      const change = () => t.adapter.updateSession({ sessionToken, expires })
      return { before, after: { ...before, expires }, read, change }
    },
  }),
  watchedCase({
    id: "lookups-during/update-and-user",
    clause: "SEC-B9",
    also: ["§4 updateUser", "§4 getUser"],
    title: "A user is found at every moment of an update, with all old or all new fields",
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user(oldFields))
      const read = () => t.adapter.getUser(id)
      const change = () => t.adapter.updateUser({ id, ...newFields })
      return { before: { id, ...oldFields }, after: { id, ...newFields }, read, change }
    },
  }),
  watchedCase({
    id: "lookups-during/update-and-session",
    clause: "SEC-B9",
    also: ["SEC-D9", "§4 updateUser"],
    title: "A session is found with its user at every moment of an update of the user",
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user(oldFields))
      const session = t.session(id)
      await t.adapter.createSession(session)
      const before = { ...session, id, name: oldFields.name }
      const read = async () => flatPair(await t.adapter.getSessionAndUser(session.sessionToken))
      const change = () => t.adapter.updateUser({ id, ...newFields })
      return { before, after: { ...before, name: newFields.name }, read, change }
    },
  }),
  watchedCase({
    id: "lookups-during/update-and-owner",
    clause: "SEC-B9",
    also: ["§4 updateUser", "§4 getUserByAccount"],
    title: "The owner of an account is found at every moment of an update of the owner",
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user(oldFields))
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const read = () => t.adapter.getUserByAccount(accountKey(account))
      const change = () => t.adapter.updateUser({ id, ...newFields })
      return { before: { id, ...oldFields }, after: { id, ...newFields }, read, change }
    },
  }),
  watchedCase({
    id: "lookups-during/update-and-address",
    clause: "SEC-B9",
    also: ["§4 updateUser", "§4 getUserByEmail"],
    title: "A user is found by address at every moment of an update of other fields",
    async prepare(t) {
      const { id, email } = await t.adapter.createUser(t.user(oldFields))
      const read = () => t.adapter.getUserByEmail(email)
      const change = () => t.adapter.updateUser({ id, ...newFields })
      return { before: { id, ...oldFields }, after: { id, ...newFields }, read, change }
    },
  }),
  watchedCase({
    id: "lookups-during/change-of-address-and-old",
    clause: "SEC-B7",
    title: "The old address finds no user once the change of address has completed",
    harm: revocationHarm,
    async prepare(t) {
      const { id, old, change } = await newAddress(t)
      return { before: { id, email: old }, after: null, read: () => t.adapter.getUserByEmail(old), change }
    },
  }),
  watchedCase({
    id: "lookups-during/change-of-address-and-new",
    clause: "SEC-B7",
    title: "The new address finds the user once the change of address has completed",
    async prepare(t) {
      const { id, email, change } = await newAddress(t)
      return { before: null, after: { id, email }, read: () => t.adapter.getUserByEmail(email), change }
    },
  }),
  watchedCase({
    id: "lookups-during/change-of-address-and-id",
    clause: "SEC-B7",
    title: "A user is found by id at every moment of a change of address",
    async prepare(t) {
      const { id, old, email, change } = await newAddress(t)
      return { before: { id, email: old }, after: { id, email }, read: () => t.adapter.getUser(id), change }
    },
  }),
  watchedCase({
    id: "lookups-during/counter-and-passkey",
    clause: "SEC-B9",
    also: ["§4 updateAuthenticatorCounter", "§4 getAuthenticator"],
    title: "A passkey is found at every moment of a counter update, with the old or the new counter",
    async prepare(t) {
      const { before, after, change } = await newPasskey(t)
      return { before, after, change, read: () => t.adapter.getAuthenticator(before.credentialID) }
    },
  }),
  watchedCase({
    id: "lookups-during/counter-and-passkeys",
    clause: "SEC-B9",
    also: ["§4 updateAuthenticatorCounter", "§4 listAuthenticatorsByUserId"],
    title: "The list of passkeys is complete at every moment of a counter update",
    async prepare(t) {
      const { id, before, after, change } = await newPasskey(t)
      const read = async () => flatList(await t.adapter.listAuthenticatorsByUserId(id))
      return { before: flatList([before]), after: flatList([after]), read, change }
    },
  }),
]
