import { throwInvalid } from "../../contract/throw-invalid.ts"
import { isEmpty } from "../encrypted-tokens/account-cipher.ts"
import {
  type AuthAdapter,
  type AuthRow,
  type Condition,
  type Input,
  type Method,
  type MethodName,
  type Methods,
  methodNames,
} from "./auth-database.ts"
import { createDeclaredNames, type DeclaredNames } from "./declared-names.ts"
import { replaceJoined } from "./replace-joined.ts"
import type { RowCipher } from "./row-cipher.ts"

type Parts = {
  readonly below: AuthAdapter
  /** Decrypts the rows of other models that rows contain. */
  openJoined(result: unknown, join: Input["join"]): Promise<unknown>
}

/** A call with rows of a model that has encrypted fields. */
type Work = (parts: Parts, cipher: RowCipher, input: Input) => Promise<unknown>

/** The methods of Better Auth's adapter, with encrypted fields. */
export function encryptRows(below: AuthAdapter, ciphers: readonly RowCipher[]): Methods {
  const names = createDeclaredNames(below)
  const findCipher = (name: string): RowCipher | undefined => {
    const model = names.findModel(name)
    return ciphers.find((cipher) => cipher.model === model)
  }
  const openJoined: Parts["openJoined"] = (result, join) => replaceJoined(result, join, findCipher)
  const wrap =
    (name: MethodName): Method =>
    async (input) => {
      const cipher = findCipher(input.model)
      if (!cipher) return openJoined(await below[name](input), input.join)
      checkUses(names, cipher, input)
      const work = works[name]
      return work ? work({ below, openJoined }, cipher, input) : cipher.replaceRows(await below[name](input))
    }
  return Object.fromEntries(methodNames.map((name) => [name, wrap(name)])) as Methods
}

const readWith =
  (name: "findOne" | "findMany"): Work =>
  async ({ below, openJoined }, cipher, input) => {
    const { selection, added } = withPlace(cipher, input.select)
    const result = await below[name]({ ...input, ...selection })
    return cipher.replaceRows(await openJoined(result, input.join), added)
  }

/** Adds the fields that name a row to a selection with encrypted fields. */
function withPlace({ fields, placeFields }: RowCipher, select: readonly string[] = []) {
  if (!fields.some((field) => select.includes(field))) return { added: [] }
  const added = placeFields.filter((field) => !select.includes(field))
  return { selection: { select: [...select, ...added] }, added }
}

const createSealed: Work = async ({ below }, cipher, { select = [], ...input }) => {
  const { model, data = {} } = input
  // The database may choose the id. Until it is known, the values can be decrypted nowhere.
  const isNamedLater = cipher.placeFields.includes("id") && hasTexts(cipher, data)
  const insert = async (adapter: AuthAdapter): Promise<AuthRow> => {
    const sealed = await cipher.sealFields(isNamedLater ? undefined : data, data)
    return (await adapter.create({ ...input, data: { ...data, ...sealed } })) as AuthRow
  }
  const insertNamed = async (adapter: AuthAdapter): Promise<AuthRow> => {
    const row = await insert(adapter)
    const update = await cipher.sealFields(row, data)
    await adapter.update({ model, where: [{ field: "id", value: row["id"] }], update })
    return { ...row, ...update }
  }
  const row = await (isNamedLater ? below.transaction(insertNamed) : insert(below))
  const opened = Object.entries((await cipher.replaceRows(row)) as AuthRow)
  return Object.fromEntries(opened.filter(([field]) => select.length === 0 || select.includes(field)))
}

/** For the methods that change one row. */
const updateWith =
  (name: "update" | "incrementOne", member: "update" | "set"): Work =>
  async ({ below }, cipher, input) => {
    const change = input[member]
    if (!change || !needsRow(cipher, change)) return cipher.replaceRows(await below[name](input))
    const { model, where = [] } = input
    const { placeFields } = cipher
    const keyFields = [...new Set(["id", ...placeFields])]
    // Of several codes, Better Auth compares a guess with the newest, and counts the guess in an update.
    const newest = cipher.model === "verification" && { sortBy: { field: "createdAt", direction: "desc" } }
    const [row] = (await below.findMany({
      model,
      where,
      select: keyFields,
      limit: 1,
      ...newest,
    })) as AuthRow[]
    if (!row) return null
    if (placeFields.some((field) => change[field] !== undefined && change[field] !== row[field]))
      refuseMove(cipher)
    const sealed = { ...change, ...(await cipher.sealFields(row, change)) }
    // The row that was read, even if the conditions fit several.
    const same = keyFields.map((field): Condition => ({ field, value: row[field] }))
    return cipher.replaceRows(await below[name]({ ...input, where: [...where, ...same], [member]: sealed }))
  }

const updateMany: Work = async ({ below }, cipher, input) => {
  if (needsRow(cipher, input.update)) refuseMove(cipher)
  return below.updateMany(input)
}

const works: { readonly [Name in MethodName]?: Work } = {
  create: createSealed,
  findOne: readWith("findOne"),
  findMany: readWith("findMany"),
  update: updateWith("update", "update"),
  incrementOne: updateWith("incrementOne", "set"),
  updateMany,
}

const hasTexts = ({ fields }: RowCipher, change: AuthRow): boolean =>
  fields.some((field) => !isEmpty(change[field]))

/** Whether a change can only be encrypted, or allowed, for a known row. */
const needsRow = (cipher: RowCipher, change: AuthRow = {}): boolean =>
  hasTexts(cipher, change) || cipher.placeFields.some((field) => change[field] !== undefined)

/** Throws `invalid` for what cannot be done with encrypted fields. */
function checkUses(
  { findField }: DeclaredNames,
  cipher: RowCipher,
  { where = [], sortBy, increment = {} }: Input,
): void {
  const compared = where.filter(({ value }) => value !== null).map(({ field }) => field)
  const used = [...compared, ...(sortBy ? [sortBy.field] : []), ...Object.keys(increment)]
  if (used.some((name) => cipher.fields.includes(findField(cipher.model, name) ?? "")))
    refuse(cipher, "is encrypted: it cannot be compared or sorted by")
}

const refuseMove = (cipher: RowCipher): never =>
  refuse(
    cipher,
    `is encrypted for its ${cipher.placeFields.join(" and ")}, which cannot change: update one row at a time`,
  )

const refuse = ({ model, fields }: RowCipher, reason: string): never =>
  throwInvalid(`encryptedTokens: ${model}.${fields.join(" or ")} ${reason}.`)
