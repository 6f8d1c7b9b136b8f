import { MortiseError } from "../../contract/errors.ts"
import { toAnswer } from "../../contract/guarded.ts"
import type { Internals } from "../../contract/internals.ts"
import type { RotatePage, RotationOptions, RotationProblem } from "../../contract/key-rotation.ts"
import type { Page } from "../../contract/upkeep.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import type { AdapterFunctions } from "../add-layer.ts"
import type { AccountCipher } from "./account-cipher.ts"
import { readForm } from "./envelope.ts"

type Texts = Record<string, string | null>

/** What the fields of an account hold, and what they will hold. */
type Examined = {
  readonly forms: readonly string[]
  readonly problems: readonly RotationProblem[]
  readonly from: Texts
  readonly to: Texts
}

/** The rows to re-encrypt, and their cipher. */
export type RotatedRows = Pick<AccountCipher, "fields" | "openText" | "sealText"> & {
  page(options: Pick<RotationOptions, "after" | "limit">): Promise<Page<unknown>>
  /** The row as it is stored now. */
  find(row: OwnData): Promise<unknown>
  /** Resolves to `refused` if one of the texts is no longer stored. */
  replace(row: OwnData, from: Texts, to: Texts): Promise<unknown>
  /** Names the row in problems. */
  toKey(row: OwnData): Pick<RotationProblem, "provider" | "providerAccountId">
}

const rowsAtOnce = 8
// The id of a key is never empty.
const plainForm = ""

/** Creates the function that re-encrypts accounts; `undefined` over an adapter that cannot list and change them. */
export function createRotatePage(
  { operations: { getAccount }, extras: { updateAccount }, upkeep }: AdapterFunctions,
  inside: Internals | undefined,
  cipher: AccountCipher,
  firstKey: string,
): RotatePage | undefined {
  if (!getAccount || !updateAccount || !upkeep) return undefined

  const rows: RotatedRows = {
    ...cipher,
    toKey,
    page: ({ after, limit }) => upkeep.page("account", { limit, ...(after && { after }) }),
    async find(row) {
      const { provider, providerAccountId } = toKey(row)
      return getAccount(providerAccountId, provider)
    },
    // A refresh or a sign-in at the same time is never overwritten with an older value. Over HTTP, the two tokens that
    // every refresh and sign-in changes stand for the other fields.
    replace: async (row, from, to) =>
      inside?.replaceTexts?.(toKey(row), from, to) ??
      toAnswer(
        await updateAccount({ ...toKey(row), ...to }, {
          refresh_token: row["refresh_token"] ?? null,
          access_token: row["access_token"] ?? null,
        } as { refresh_token: string | null }),
      ),
  }
  return rotateRows(rows, firstKey)
}

/** Creates the function that re-encrypts rows. */
export function rotateRows(rows: RotatedRows, firstKey: string): RotatePage {
  const rotate = async (listed: OwnData, options: RotationOptions): Promise<Examined> => {
    for (let row: OwnData | undefined = listed; ; ) {
      const examined = await examine(rows, firstKey, row, options)
      if (options.dryRun || Object.keys(examined.to).length === 0) return examined
      if ((await rows.replace(row, examined.from, examined.to)) !== "refused") return examined
      row = ownData(await rows.find(row))
      if (!row) return { forms: [], problems: [], from: {}, to: {} }
    }
  }

  return async (options) => {
    const page = await rows.page(options)
    const inTurn = limitConcurrency(rowsAtOnce)
    const examined = await Promise.all(page.rows.map((row) => inTurn(() => rotate(row as OwnData, options))))
    const forms = examined.flatMap((row) => row.forms)
    const values: Record<string, number> = {}
    for (const form of forms) if (form !== plainForm) values[form] = (values[form] ?? 0) + 1
    const changes = options.dryRun ? [] : examined.map(({ to }) => Object.values(to))
    return {
      accounts: page.rows.length,
      changed: changes.filter(({ length }) => length > 0).length,
      values,
      plain: forms.filter((form) => form === plainForm).length,
      dropped: changes.flat().filter((text) => text === null).length,
      problems: examined.flatMap(({ problems }) => problems),
      next: page.next,
    }
  }
}

async function examine(
  { fields, openText, sealText, toKey }: RotatedRows,
  firstKey: string,
  row: OwnData,
  { dryRun, dropUnreadable }: RotationOptions,
): Promise<Examined> {
  const forms: string[] = []
  const problems: RotationProblem[] = []
  const [from, to]: [Texts, Texts] = [{}, {}]
  for (const field of fields) {
    const stored = row[field]
    if (typeof stored !== "string" || stored === "") continue
    const form = readForm(stored)
    const keyId = typeof form === "object" ? form.keyId : plainForm
    if (form !== "damaged") forms.push(keyId)
    // A dry run shows what can be decrypted; otherwise, what is finished is skipped.
    if (keyId === firstKey && !dryRun && !dropUnreadable) continue
    try {
      const text = (await openText(row, field)) as string
      if (keyId === firstKey) continue
      to[field] = await sealText(row, field, text)
      from[field] = stored
    } catch (error) {
      if (!(error instanceof MortiseError)) throw error
      const { code, message } = error
      if (code !== "corrupt" && code !== "invalid") throw error
      if (!dryRun && dropUnreadable && code === "corrupt") {
        to[field] = null
        from[field] = stored
      } else problems.push({ ...toKey(row), field, code, message })
    }
  }
  return { forms, problems, from, to }
}

const toKey = (row: OwnData) => ({
  provider: String(row["provider"]),
  providerAccountId: String(row["providerAccountId"]),
})
