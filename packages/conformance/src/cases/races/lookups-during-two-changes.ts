import type { Case, CaseContext } from "../../case.ts"
import { flatPair } from "../lookups.ts"
import { accountKey } from "../row-keys.ts"
import { revocationHarm as harm, watchedCase } from "./watched-case.ts"

// Two changes follow each other while lookups run. An adapter that reads a key first and the user a moment later can
// return a key of the time before the first change with a user of the time after the second one.

const [oldName, newName] = ["Ada", "Grace"]

const newSession = async (t: CaseContext) => {
  const { id, email } = await t.adapter.createUser(t.user({ name: oldName }))
  const session = t.session(id)
  await t.adapter.createSession(session)
  const { sessionToken } = session
  return {
    ...{ id, session, before: { ...session, id, email, name: oldName } },
    read: async () => flatPair(await t.adapter.getSessionAndUser(sessionToken)),
    signOut: () => t.adapter.deleteSession(sessionToken),
    rename: () => t.adapter.updateUser({ id, name: newName }),
  }
}

const newAccount = async (t: CaseContext) => {
  const { id } = await t.adapter.createUser(t.user({ name: oldName }))
  const account = t.account(id)
  await t.adapter.linkAccount(account)
  const key = accountKey(account)
  return {
    ...{ id, account, before: { id, name: oldName } },
    read: () => t.adapter.getUserByAccount(key),
    unlink: () => t.adapter.unlinkAccount(key),
  }
}

const newAddress = async (t: CaseContext) => {
  const { id, email } = await t.adapter.createUser(t.user({ name: oldName }))
  return {
    ...{ id, email, before: { id, email, name: oldName } },
    read: () => t.adapter.getUserByEmail(email),
    leave: () => t.adapter.updateUser({ id, email: t.email() }),
  }
}

export const lookupsDuringTwoChanges: readonly Case[] = [
  watchedCase({
    id: "lookups-during/sign-out-and-update",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 deleteSession"],
    title: "A deleted session is never returned with a user as changed after the deletion",
    harm,
    async prepare(t) {
      const { before, read, signOut, rename } = await newSession(t)
      return { before, read, change: signOut, after: null, next: { change: rename, after: null } }
    },
  }),
  watchedCase({
    id: "lookups-during/extension-and-update",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 updateSession"],
    title: "A session is never returned with its old expiry and a user as changed after the extension",
    async prepare(t) {
      const { session, before, read, rename } = await newSession(t)
      const { sessionToken } = session
      const after = { ...before, expires: t.inDays(60) }
      const change = () => t.adapter.updateSession({ sessionToken, expires: after.expires })
      return { before, read, change, after, next: { change: rename, after: { ...after, name: newName } } }
    },
  }),
  watchedCase({
    id: "lookups-during/sign-out-and-new-session",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 deleteSession"],
    title: "A token that passes to a session of another user never returns parts of both sessions",
    harm: "A person is signed in as another person.",
    async prepare(t) {
      const { session, before, read, signOut } = await newSession(t)
      const bob = await t.adapter.createUser(t.user({ name: newName }))
      const own = { ...session, userId: bob.id, expires: t.inDays(60) }
      const after = { ...own, id: bob.id, email: bob.email, name: newName }
      const next = { change: () => t.adapter.createSession(own), after }
      return { before, read, change: signOut, after: null, next }
    },
  }),
  watchedCase({
    id: "lookups-during/unlinking-and-update",
    clause: "SEC-B9",
    also: ["§4 unlinkAccount", "§4 getUserByAccount"],
    title: "An unlinked account never finds its former owner as changed after the unlinking",
    harm,
    async prepare(t) {
      const { id, before, read, unlink } = await newAccount(t)
      const rename = () => t.adapter.updateUser({ id, name: newName })
      return { before, read, change: unlink, after: null, next: { change: rename, after: null } }
    },
  }),
  watchedCase({
    id: "lookups-during/unlinking-and-new-owner",
    clause: "SEC-B9",
    also: ["§4 unlinkAccount", "§4 getUserByAccount"],
    title: "An account that is unlinked and linked to another user finds one of both or no user",
    harm: "A person is signed in as another person.",
    async prepare(t) {
      const { account, before, read, unlink } = await newAccount(t)
      const { id } = await t.adapter.createUser(t.user({ name: newName }))
      const link = () => t.adapter.linkAccount({ ...account, userId: id })
      const next = { change: link, after: { id, name: newName } }
      return { before, read, change: unlink, after: null, next }
    },
  }),
  watchedCase({
    id: "lookups-during/change-of-address-and-update",
    clause: "SEC-B7",
    also: ["SEC-B9", "§4 getUserByEmail"],
    title: "An old address never finds its former user as changed after the change of address",
    harm,
    async prepare(t) {
      const { id, before, read, leave } = await newAddress(t)
      const rename = () => t.adapter.updateUser({ id, name: newName })
      return { before, read, change: leave, after: null, next: { change: rename, after: null } }
    },
  }),
  watchedCase({
    id: "lookups-during/change-of-address-and-new-owner",
    clause: "SEC-B7",
    also: ["SEC-B9", "§4 getUserByEmail"],
    title: "An address that passes to another user finds one of both or no user",
    harm: "A person is signed in as another person.",
    async prepare(t) {
      const { email, before, read, leave } = await newAddress(t)
      const { id } = await t.adapter.createUser(t.user({ name: newName }))
      const take = () => t.adapter.updateUser({ id, email })
      const next = { change: take, after: { id, email, name: newName } }
      return { before, read, change: leave, after: null, next }
    },
  }),
]
