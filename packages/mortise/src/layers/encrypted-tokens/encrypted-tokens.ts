import type { Adapter } from "../../contract/adapter.ts"
import { isAuthDatabase } from "../../contract/auth-database.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { Extras, SignUp } from "../../contract/extras.ts"
import { type Guarded, toAnswer, toGuarded } from "../../contract/guarded.ts"
import type { Internals } from "../../contract/internals.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import type { Account, AccountKey } from "../../contract/types.ts"
import type { Upkeep } from "../../contract/upkeep.ts"
import { sameText } from "../../shared/bytes.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import { addLayer } from "../add-layer.ts"
import { encryptDatabase } from "../better-auth/encrypt-database.ts"
import { checkExistingPlaintext, type ExistingPlaintext } from "../existing-plaintext.ts"
import { type AccountCipher, createAccountCipher, idText } from "./account-cipher.ts"
import { checkFields, type EncryptedFields } from "./encrypted-fields.ts"
import { checkKeys, type EncryptionKey } from "./encryption-keys.ts"
import { createRotatePage } from "./rotate-page.ts"

/** The options of `encryptedTokens`. */
export type EncryptedTokensOptions = {
  /** The keys. The first one encrypts; the others decrypt what was encrypted with them. */
  readonly keys: readonly EncryptionKey[]
  /**
   * Further text fields. For Auth.js: fields of accounts, besides `access_token`, `refresh_token` and `id_token`. For
   * Better Auth: by model, such as `{ ssoProvider: ["oidcConfig"] }`, besides tokens and the values of verifications.
   */
  readonly fields?: readonly string[] | { readonly [model: string]: readonly string[] }
  /**
   * Whether values that were stored before the layer was added can still be read. `mortise rotate-keys` encrypts them;
   * use `refuse` afterwards: such a value is then `corrupt`, and `rotate-keys` reports it. Default: `accept`.
   */
  readonly existingPlaintext?: ExistingPlaintext
}

/**
 * Stores the tokens of providers encrypted with AES-256-GCM: whoever copies the database cannot use them. A value can
 * be decrypted only in the field and the account that it was stored in; otherwise the call throws `corrupt`. It also
 * takes the value of `mortiseDatabase` for Better Auth, and encrypts the values of verifications there, such as one-time
 * codes. Reading the field of the row throws instead.
 *
 * @example
 * ```ts
 * import { encryptedTokens } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const secret = process.env["TOKEN_KEY"] ?? crypto.getRandomValues(new Uint8Array(32))
 * const adapter = encryptedTokens(memoryAdapter(), { keys: [{ id: "2026-01", secret }] })
 * const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
 * const key = { provider: "github", providerAccountId: "1815" }
 * await adapter.linkAccount({ ...key, userId, type: "oauth", access_token: "gho_secret" })
 * console.log((await adapter.getAccount("1815", "github"))?.access_token) // gho_secret
 * ```
 */
export function encryptedTokens<A extends object>(adapter: A, options: EncryptedTokensOptions): A {
  checkOptionNames("encryptedTokens", options, ["keys", "fields", "existingPlaintext"])
  const keys = checkKeys(options?.keys)
  const acceptsPlain = checkExistingPlaintext("encryptedTokens", options.existingPlaintext) === "accept"
  if (isAuthDatabase(adapter)) return encryptDatabase(adapter, keys, acceptsPlain, options.fields)
  const fields = checkFields(Object(adapter), options.fields)
  const createCipher = (inside: Internals | undefined) =>
    createAccountCipher(fields, keys, acceptsPlain, inside?.tenant)
  return addLayer(adapter, {
    name: "encryptedTokens",
    wrap({ operations, extras, upkeep }, inside) {
      const cipher = createCipher(inside)
      return {
        operations: wrapOperations(operations, cipher),
        extras: wrapExtras(extras, operations, cipher),
        ...(upkeep && { upkeep: wrapUpkeep(upkeep, cipher) }),
      }
    },
    record: (below, inside) => ({
      rotatePage: createRotatePage(below, inside, createCipher(inside), keys.first),
    }),
    manifest: (below) => withShorterTexts(below, fields),
  })
}

/** Runs a write with the encrypted account, and returns its result with the given texts. */
async function onSealed<T>(
  { sealRow, openRow }: AccountCipher,
  account: OwnData,
  write: (account: never) => Promise<T>,
): Promise<T> {
  const sealed = await sealRow(account)
  return openRow(await write(sealed.account as never), { plainTexts: sealed.plainTexts, leaveOut: true })
}

function wrapOperations(below: Partial<Adapter>, cipher: AccountCipher): Partial<Adapter> {
  const { linkAccount, getAccount, getUserByAccount, unlinkAccount } = below
  return {
    ...(linkAccount && {
      async linkAccount(account) {
        const data = ownData(account)
        return data ? onSealed(cipher, data, linkAccount) : linkAccount(account)
      },
    }),
    ...(getAccount && {
      getAccount: async (id, provider) => cipher.openRow(await getAccount(idText(id), provider)),
    }),
    ...(getUserByAccount && { getUserByAccount: (key) => getUserByAccount(withIdText(key)) }),
    ...(unlinkAccount && {
      unlinkAccount: async (key) => cipher.openRow(await unlinkAccount(withIdText(key)), { leaveOut: true }),
    }),
  }
}

const withIdText = (key: AccountKey): AccountKey => {
  const id = idText(ownData(key)?.["providerAccountId"])
  return typeof id === "string" ? { ...key, providerAccountId: id } : key
}

function wrapExtras(
  below: Partial<Extras>,
  { getAccount }: Partial<Adapter>,
  cipher: AccountCipher,
): Partial<Extras> {
  const { signUp, listAccounts, updateAccount } = below
  return {
    ...(signUp && {
      async signUp(rows) {
        const data = ownData(rows)
        const account = ownData(data?.["account"])
        if (!account) return signUp(rows)
        const sealed = await cipher.sealRow(account)
        const made = await signUp({ ...data, account: sealed.account } as unknown as SignUp)
        return {
          ...made,
          account: await cipher.openRow(made.account, { plainTexts: sealed.plainTexts }),
        } as typeof made
      },
    }),
    ...(listAccounts && {
      listAccounts: async (userId) =>
        Promise.all((await listAccounts(userId)).map((row) => cipher.openRow(row))),
    }),
    ...(updateAccount &&
      getAccount && {
        async updateAccount(account, when) {
          const data = ownData(account)
          if (!data) return updateAccount(account, when)
          const expected = ownData(when)
          const answer = await onSealed(cipher, data, async (sealed) =>
            toAnswer(
              expected
                ? await guardedUpdate({ cipher, getAccount, updateAccount }, sealed, expected)
                : await updateAccount(sealed, when),
            ),
          )
          return toGuarded(answer)
        },
      }),
  }
}

const wrapUpkeep = (below: Upkeep, cipher: AccountCipher): Upkeep => ({
  ...below,
  async page(model, options) {
    const page = await below.page(model, options)
    if (model !== "account") return page
    return { ...page, rows: await Promise.all(page.rows.map((row) => cipher.openRow(row))) }
  },
})

function withShorterTexts(below: StoreManifest, fields: EncryptedFields): StoreManifest {
  const limits = [...fields].filter(([, limit]) => Number.isFinite(limit))
  const shorter = Object.fromEntries(limits.map(([name, limit]) => [`account.${name}`, limit]))
  return { ...below, limits: { ...below.limits, ...shorter } }
}

type Parts = Pick<Extras, "updateAccount"> & Pick<Adapter, "getAccount"> & { readonly cipher: AccountCipher }

/**
 * Updates an account if the decrypted tokens are the expected ones. What is stored for them is then the guard of the
 * adapter below, so of many concurrent callers one succeeds.
 */
export async function guardedUpdate(
  { cipher, getAccount, updateAccount }: Parts,
  sealed: Parameters<Extras["updateAccount"]>[0],
  expected: OwnData,
): Promise<Guarded<Account>> {
  for (let last: string | undefined; ; ) {
    // Reading a token that the key for mortise/http does not show throws.
    const row: OwnData = (await getAccount(sealed.providerAccountId, sealed.provider)) ?? {}
    const guard: Record<string, unknown> = { ...expected }
    let isExpected = true
    for (const field of ["refresh_token", "access_token"]) {
      const text = expected[field]
      // The adapter below compares what is stored without encryption, and refuses what is not text.
      if (typeof text !== "string" || text === "") continue
      const stored = await cipher.openText(row, field)
      if (typeof stored === "string" && sameText(text, stored)) guard[field] = row[field]
      else {
        isExpected = false
        // It is encrypted differently each time, so no stored value equals it. The other arguments are still checked.
        guard[field] = await cipher.sealText(sealed, field, text)
      }
    }
    const outcome = await updateAccount(sealed, guard as never)
    if (outcome.ok || outcome.reason !== "refused" || !isExpected) return outcome
    // The row has changed since it was read. The tokens may be the same ones, encrypted again.
    const seen = JSON.stringify([guard["refresh_token"], guard["access_token"]])
    if (seen === last) return outcome
    last = seen
  }
}
