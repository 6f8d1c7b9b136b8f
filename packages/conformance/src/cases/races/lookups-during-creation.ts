import type { Case } from "../../case.ts"
import { createWithId } from "../keys/kept-ids.ts"
import { flatList, flatPair } from "../lookups.ts"
import { accountKey } from "../row-keys.ts"
import { watchedCase } from "./watched-case.ts"

const harm = "A person who just signed in, signed up or linked an account is treated as unknown."

export const lookupsDuringCreation: readonly Case[] = [
  watchedCase({
    id: "lookups-during/sign-in",
    clause: "§4 createSession",
    also: ["SEC-D9", "SEC-B9"],
    title: "A session that is looked up while it is created is found once the creation has completed",
    harm,
    async prepare(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      const read = async () => flatPair(await t.adapter.getSessionAndUser(session.sessionToken))
      const change = () => t.adapter.createSession(session)
      return { before: null, after: { ...session, id, email }, read, change }
    },
  }),
  watchedCase({
    id: "lookups-during/sign-up",
    clause: "§4 createUser",
    also: ["§4 getUserByEmail", "SEC-B9"],
    title: "A user who is looked up by address during the sign-up is found once it has completed",
    harm,
    async prepare(t) {
      const { id: _, ...user } = t.user()
      const read = () => t.adapter.getUserByEmail(user.email)
      return { before: null, after: user, read, change: () => t.adapter.createUser(user) }
    },
  }),
  watchedCase({
    id: "lookups-during/sign-up-and-id",
    clause: "§4 createUser",
    also: ["§4 getUser", "SEC-B9"],
    title: "A user who is looked up by id during the sign-up is found once it has completed",
    harm,
    async prepare(t) {
      const user = t.user()
      const keepsIds = await createWithId(t, t.user().id)
      const read = () => t.adapter.getUser(user.id)
      return { before: null, after: keepsIds ? user : null, read, change: () => t.adapter.createUser(user) }
    },
  }),
  watchedCase({
    id: "lookups-during/linking-and-owner",
    clause: "§4 linkAccount",
    also: ["§4 getUserByAccount", "SEC-B9"],
    title: "The owner of an account is found once the account has been linked",
    harm,
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      const read = () => t.adapter.getUserByAccount(accountKey(account))
      return { before: null, after: { id }, read, change: () => t.adapter.linkAccount(account) }
    },
  }),
  watchedCase({
    id: "lookups-during/linking-and-account",
    clause: "§4 linkAccount",
    also: ["§4 getAccount", "SEC-B9"],
    title: "An account that is looked up while it is linked is found once the linking has completed",
    harm,
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      const read = () => t.adapter.getAccount(account.providerAccountId, account.provider)
      return { before: null, after: account, read, change: () => t.adapter.linkAccount(account) }
    },
  }),
  watchedCase({
    id: "lookups-during/registration-and-passkey",
    clause: "§4 createAuthenticator",
    also: ["§4 getAuthenticator", "SEC-B9"],
    title: "A passkey that is looked up during its registration is found once it has completed",
    harm,
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkey = t.authenticator(id)
      const read = () => t.adapter.getAuthenticator(passkey.credentialID)
      return { before: null, after: passkey, read, change: () => t.adapter.createAuthenticator(passkey) }
    },
  }),
  watchedCase({
    id: "lookups-during/registration-and-passkeys",
    clause: "§4 createAuthenticator",
    also: ["§4 listAuthenticatorsByUserId", "SEC-B9"],
    title: "A passkey is listed once its registration has completed, beside all others, each once",
    harm,
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user())
      const [passkey, ...others] = [t.authenticator(id), t.authenticator(id), t.authenticator(id)]
      for (const other of others) await t.adapter.createAuthenticator(other)
      const read = async () => flatList(await t.adapter.listAuthenticatorsByUserId(id))
      const [before, after] = [flatList(others), flatList([...others, passkey])]
      return { before, after, read, change: () => t.adapter.createAuthenticator(passkey) }
    },
  }),
]
