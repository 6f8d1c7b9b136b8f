import type { ExtraName } from "../contract/extras.ts"
import { toGuarded } from "../contract/guarded.ts"
import type { ModelName } from "../contract/models.ts"
import type { Key, Row, Value } from "../contract/rows.ts"
import { throwInvalid, throwInvalidField } from "../contract/throw-invalid.ts"
import type { Awaitable } from "../shared/awaitable.ts"
import { type OwnData, ownData } from "../shared/own-data.ts"
import { type OperationParts, take } from "./nineteen.ts"
import type { Entry, Guard, Patch } from "./store.ts"

/** The extras with unchecked arguments. */
export type UntypedExtras = { [Name in ExtraName]: (...args: unknown[]) => Awaitable<unknown> }

/** Creates the extras, over the same verbs and checks as the nineteen operations. */
export function createExtras({ store, check, now }: OperationParts): UntypedExtras {
  const listOwned = (model: ModelName, userId: unknown): Awaitable<Row[]> => {
    const owner = check.key("user", { id: userId })?.["id"]
    return owner === undefined ? [] : store.list(model, owner)
  }
  const isAlive = (session: Row) => Number(session["expires"]) > now()

  return {
    async signUp(rows) {
      const { user, account, session } = readData(rows)
      const entries: Entry[] = [["user", check.row("user", user)]]
      if (account !== undefined) entries.push(["account", check.row("account", account, { owned: false })])
      if (session !== undefined) entries.push(["session", check.row("session", session, { owned: false })])
      const stored = await store.insert(entries)
      return Object.fromEntries(entries.map(([model], index) => [model, stored[index]]))
    },

    listSessions: async (userId) => (await listOwned("session", userId)).filter(isAlive),

    listAccounts: (userId) => listOwned("account", userId),

    async updateAccount(account, when) {
      const { key, patch } = check.changes("account", account)
      checkSameOwner(patch)
      const guard =
        when === undefined
          ? undefined
          : tokenGuard(check.changes("account", { ...key, ...readData(when) }).patch)
      const hasChanges = Object.keys(patch).length > 0
      const answer = hasChanges ? store.update("account", key, patch, guard) : store.find("account", key)
      return toGuarded((await answer) ?? "absent")
    },

    async extendSession(session) {
      const { sessionToken, from, to } = readData(session)
      const { key, patch } = check.changes("session", { sessionToken, expires: to ?? null })
      const { patch: old } = check.changes("session", { sessionToken, expires: from ?? null })
      const value = old["expires"] as Date
      if (value.getTime() > now())
        return toGuarded(await store.update("session", key, patch, { field: "expires", is: "=", value }))
      // An expired session is never extended. Another caller may have extended it before it expired.
      const current = await store.find("session", key)
      return toGuarded(current && isAlive(current) ? "refused" : "absent")
    },

    // Guarded by the proved address: it may have changed since the proof was requested.
    async verifyEmail(userId, email, at) {
      const { key, patch } = check.changes("user", { id: userId, emailVerified: at ?? new Date(now()) })
      const proved = check.key("user", { email })
      if (!proved) return toGuarded((await store.find("user", key)) ? "refused" : "absent")
      const and = { field: "email", is: "=", value: proved["email"] as string } as const
      const guard = { field: "emailVerified", is: "=", value: null, and } as const
      return toGuarded(await store.update("user", key, patch, guard))
    },

    async dropTokens(identifier) {
      const key = check.key("verificationToken", { identifier, token: "any" })
      const rows = key ? await store.list("verificationToken", key["identifier"] as string) : []
      const taken = await Promise.all(rows.map((row) => store.take("verificationToken", tokenKey(row))))
      return taken.filter((row) => row !== "absent").length
    },

    removeAuthenticator: (credentialID) =>
      take(store, "authenticator", check.key("authenticator", { credentialID })),
  }
}

const tokenKey = (row: Row): Key => ({
  identifier: row["identifier"] as string,
  token: row["token"] as string,
})

function checkSameOwner(patch: Patch): void {
  const owner = { model: "account", name: "userId" } as const
  if ("userId" in patch) throwInvalidField(owner, "cannot change: unlink the account and link it again")
}

function tokenGuard(expected: Patch): Guard {
  const guardField = (field: string): Guard => ({ field, is: "=", value: (expected[field] ?? null) as Value })
  const refresh = guardField("refresh_token")
  return "access_token" in expected ? { ...refresh, and: guardField("access_token") } : refresh
}

function readData(input: unknown): OwnData {
  const data = ownData(input)
  if (!data) throwInvalid("The argument is not an object: pass the values by name.")
  return data
}
