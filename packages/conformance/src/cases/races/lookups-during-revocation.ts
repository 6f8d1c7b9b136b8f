import type { Case, CaseContext } from "../../case.ts"
import { flatList, flatPair } from "../lookups.ts"
import { accountKey } from "../row-keys.ts"
import { revocationHarm as harm, watchedCase } from "./watched-case.ts"

const newSession = async (t: CaseContext) => {
  const { id, email } = await t.adapter.createUser(t.user())
  const session = t.session(id)
  await t.adapter.createSession(session)
  const read = async () => flatPair(await t.adapter.getSessionAndUser(session.sessionToken))
  return { id, session, read, before: { ...session, id, email }, after: null }
}

const newAccount = async (t: CaseContext) => {
  const { id } = await t.adapter.createUser(t.user())
  const account = t.account(id)
  await t.adapter.linkAccount(account)
  return { id, account, key: accountKey(account), after: null }
}

const newPasskey = async (t: CaseContext) => {
  const { id } = await t.adapter.createUser(t.user())
  const passkey = t.authenticator(id)
  await t.adapter.createAuthenticator(passkey)
  return { id, passkey }
}

export const lookupsDuringRevocation: readonly Case[] = [
  watchedCase({
    id: "lookups-during/sign-out",
    clause: "SEC-D7",
    also: ["SEC-H6", "§4 deleteSession"],
    title: "A session that is looked up while it is deleted is not found once the deletion has completed",
    harm,
    async prepare(t) {
      const { session, ...watched } = await newSession(t)
      return { ...watched, change: () => t.adapter.deleteSession(session.sessionToken) }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-session",
    clause: "SEC-B6",
    also: ["SEC-D9", "SEC-D7"],
    title: "A session that is looked up while its user is deleted is whole or null, and then null",
    harm,
    async prepare(t) {
      const { id, ...watched } = await newSession(t)
      return { ...watched, change: () => t.adapter.deleteUser(id) }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-user",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "§4 getUser"],
    title: "A user who is looked up by id during the deletion is not found once it has completed",
    harm,
    async prepare(t) {
      const before = await t.adapter.createUser(t.user())
      const { id } = before
      return {
        before: { ...before },
        after: null,
        read: () => t.adapter.getUser(id),
        change: () => t.adapter.deleteUser(id),
      }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-address",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "§4 getUserByEmail"],
    title: "A user who is looked up by address during the deletion is not found once it has completed",
    harm,
    async prepare(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      return {
        before: { id, email },
        after: null,
        read: () => t.adapter.getUserByEmail(email),
        change: () => t.adapter.deleteUser(id),
      }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-owner",
    clause: "SEC-B6",
    also: ["§4 getUserByAccount"],
    title: "The owner of an account is not found once the deletion of the owner has completed",
    harm,
    async prepare(t) {
      const { id, key, after } = await newAccount(t)
      const read = () => t.adapter.getUserByAccount(key)
      return { before: { id }, after, read, change: () => t.adapter.deleteUser(id) }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-account",
    clause: "SEC-B6",
    also: ["§4 getAccount"],
    title: "An account is not found once the deletion of its user has completed",
    harm,
    async prepare(t) {
      const { id, account, key, after } = await newAccount(t)
      const read = () => t.adapter.getAccount(key.providerAccountId, key.provider)
      return { before: account, after, read, change: () => t.adapter.deleteUser(id) }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-passkey",
    clause: "SEC-F7",
    also: ["§4 getAuthenticator"],
    title: "A passkey is not found once the deletion of its user has completed",
    harm,
    async prepare(t) {
      const { id, passkey } = await newPasskey(t)
      const read = () => t.adapter.getAuthenticator(passkey.credentialID)
      return { before: passkey, after: null, read, change: () => t.adapter.deleteUser(id) }
    },
  }),
  watchedCase({
    id: "lookups-during/deletion-and-passkeys",
    clause: "SEC-F7",
    also: ["§4 listAuthenticatorsByUserId"],
    title: "The list of passkeys is empty once the deletion of the user has completed",
    harm,
    async prepare(t) {
      const { id, passkey } = await newPasskey(t)
      const read = async () => flatList(await t.adapter.listAuthenticatorsByUserId(id))
      const [before, after] = [flatList([passkey]), flatList([])]
      return { before, after, read, change: () => t.adapter.deleteUser(id) }
    },
  }),
  watchedCase({
    id: "lookups-during/unlinking-and-owner",
    clause: "§4 unlinkAccount",
    also: ["§4 getUserByAccount", "SEC-B9"],
    title: "The owner of an account is not found once the account has been unlinked",
    harm,
    async prepare(t) {
      const { id, key, after } = await newAccount(t)
      const read = () => t.adapter.getUserByAccount(key)
      return { before: { id }, after, read, change: () => t.adapter.unlinkAccount(key) }
    },
  }),
  watchedCase({
    id: "lookups-during/unlinking-and-account",
    clause: "§4 unlinkAccount",
    also: ["§4 getAccount", "SEC-B9"],
    title: "An account is not found once it has been unlinked",
    harm,
    async prepare(t) {
      const { account, key, after } = await newAccount(t)
      const read = () => t.adapter.getAccount(key.providerAccountId, key.provider)
      return { before: account, after, read, change: () => t.adapter.unlinkAccount(key) }
    },
  }),
]
