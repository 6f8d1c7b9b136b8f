import { fromBase64, sha256 } from "../../shared/bytes.ts"
import { type BetterAuthContext, type BetterAuthRow, callBetterAuth, readOptions } from "./better-auth.ts"
import type { BetterAuthCrypto, CopyOptions } from "./copy-options.ts"

/** Values of fields that are unique together. */
export type TargetKey = Readonly<Record<string, string>>

/** Better Auth's tables, as the target of a copy. */
export type Target = {
  /** The rows with a key: several if the table has no unique key for it. */
  find(model: string, key: TargetKey): Promise<BetterAuthRow[]>
  /** Creates a row; false if the database rejected it. */
  create(model: string, id: string | undefined, values: BetterAuthRow): Promise<boolean>
  delete(model: string, id: string): Promise<void>
  /** Whether the ids of the source can be kept. */
  keepsId(id: string): boolean
  /** An id that is the same in each run, so that concurrent runs cannot create a row twice. */
  idFor(key: TargetKey): Promise<string | undefined>
}

/** Opens Better Auth's tables, whose rows have plain tokens here and may be encrypted there. */
export function createTarget(
  context: BetterAuthContext,
  options: Pick<CopyOptions, "crypto">,
  operation: string,
): Target {
  const { adapter } = context
  const cipher = createCipher(context, options.crypto)
  const mode = readOptions(context).advanced?.database?.generateId
  const where = (key: TargetKey) => Object.entries(key).map(([field, value]) => ({ field, value }))

  return {
    async find(model, key) {
      const candidates = await callBetterAuth(operation, () =>
        adapter.findMany({ model, where: where(key), limit: 10 }),
      )
      // A database may compare without regard to case.
      const rows = (candidates as BetterAuthRow[]).filter((row) =>
        Object.keys(key).every((name) => String(row[name]) === key[name]),
      )
      return model === "account" ? Promise.all(rows.map(cipher.open)) : rows
    },

    async create(model, id, values) {
      const now = new Date()
      const row = {
        createdAt: now,
        updatedAt: now,
        ...(model === "account" ? await cipher.seal(values) : values),
      }
      try {
        const forced = id === undefined ? {} : { id }
        // The row that it returns may be another one: MySQL returns the newest.
        await adapter.create({ model, data: { ...row, ...forced }, forceAllowId: id !== undefined })
        return true
      } catch {
        // The caller reads the row again: that throws if the database is down.
        return false
      }
    },

    delete: async (model, id) =>
      void (await callBetterAuth(operation, () => adapter.delete({ model, where: where({ id }) }))),

    // A sequence would later assign a number that was given to it.
    keepsId: (id) => mode !== "serial" && (mode !== "uuid" || uuid.test(id)),

    idFor: async (key) => (mode === "serial" ? undefined : toUuid(await sha256(JSON.stringify(key)))),
  }
}

// Better Auth accepts no others.
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A UUID of version 5 made of a hash in base64url. */
function toUuid(hash: string): string {
  const digits = Array.from(fromBase64(hash) ?? [], (byte) => byte.toString(16).padStart(2, "0")).join("")
  const at = (from: number, to: number) => digits.slice(from, to)
  return `${at(0, 8)}-${at(8, 12)}-5${at(13, 16)}-8${at(17, 20)}-${at(20, 32)}`
}

/** Better Auth encrypts the access token and the refresh token, and not the id token. */
const encrypted = ["accessToken", "refreshToken"]

function createCipher(context: BetterAuthContext, crypto?: BetterAuthCrypto) {
  const { secret, secretConfig } = context
  const key = (secretConfig ?? secret) as never
  const isOn = readOptions(context).account?.encryptOAuthTokens === true && crypto !== undefined

  const change = async (
    row: BetterAuthRow,
    transform: (data: string) => Promise<string>,
  ): Promise<BetterAuthRow> => {
    const changed: Record<string, unknown> = { ...row }
    for (const name of isOn ? encrypted : []) {
      const value = row[name]
      if (typeof value === "string" && value !== "") changed[name] = await transform(value)
    }
    return changed
  }
  return {
    seal: (row: BetterAuthRow) =>
      change(row, async (data) => crypto?.symmetricEncrypt({ key, data }) ?? data),
    // A token that was stored before encryption was switched on cannot be decrypted.
    open: (row: BetterAuthRow) =>
      change(row, async (data) => crypto?.symmetricDecrypt({ key, data }).catch(() => data) ?? data),
  }
}
