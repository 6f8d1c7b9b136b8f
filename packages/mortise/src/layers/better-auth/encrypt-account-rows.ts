import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { KeyRing } from "../encrypted-tokens/encryption-keys.ts"
import type { AuthAdapter, AuthOptions, AuthRow, Condition, Input, Method, Methods } from "./auth-database.ts"
import { type ModelNames, nameModel } from "./model-names.ts"
import { createTokenCipher, placeFields, type TokenCipher, tokenFields } from "./token-cipher.ts"

type Parts = {
  readonly below: AuthAdapter
  readonly names: ModelNames
  readonly cipher: TokenCipher
}

/** The methods of Better Auth's adapter, with encrypted tokens of providers. */
export function encryptAccountRows(
  below: AuthAdapter,
  options: AuthOptions,
  keys: KeyRing,
  acceptsPlain: boolean,
): Methods {
  const names = nameModel(below, options, "account")
  const cipher = createTokenCipher(keys, acceptsPlain)
  const parts: Parts = { below, names, cipher }
  const onAccount =
    (name: keyof Methods, work: Method): Method =>
    (input) => {
      if (!names.isModel(input.model)) return below[name](input)
      checkConditions(names, input.where)
      return work(input)
    }
  return {
    create: onAccount("create", async (input) => {
      const data = input.data && { ...input.data, ...(await cipher.sealTokens(input.data, input.data)) }
      return cipher.openRows(await below.create({ ...input, ...(data && { data }) }))
    }),
    findOne: createRead(parts, "findOne"),
    findMany: createRead(parts, "findMany"),
    update: onAccount("update", createUpdate(parts, "update")),
    incrementOne: onAccount("incrementOne", createUpdate(parts, "incrementOne")),
    updateMany: onAccount("updateMany", async (input) => {
      if (needsRow(input.update))
        throwInvalid(
          "encryptedTokens: each value is encrypted for its account. Change tokens with update, one account at a time.",
          { model: "account" },
        )
      return below.updateMany(input)
    }),
    consumeOne: onAccount("consumeOne", async (input) => cipher.openRows(await below.consumeOne(input))),
    count: onAccount("count", (input) => below.count(input)),
    delete: onAccount("delete", (input) => below.delete(input)),
    deleteMany: onAccount("deleteMany", (input) => below.deleteMany(input)),
  }
}

function createRead({ below, names, cipher }: Parts, name: "findOne" | "findMany"): Method {
  return async (input) => {
    if (!names.isModel(input.model)) {
      const members = Object.keys(input.join ?? {}).filter(names.isModel)
      const result = await below[name](input)
      return members.length === 0 ? result : openJoined(cipher, result, [...members, "account"])
    }
    checkConditions(names, input.where)
    const { select } = input
    const isPartial = select && select.length > 0
    if (isPartial && !tokenFields.some((field) => select.includes(field))) return below[name](input)
    const added = isPartial ? placeFields.filter((field) => !select.includes(field)) : []
    const result = await below[name]({ ...input, ...(isPartial && { select: [...select, ...added] }) })
    return cipher.openRows(result, added)
  }
}

async function openJoined(
  cipher: TokenCipher,
  result: unknown,
  members: readonly string[],
): Promise<unknown> {
  if (Array.isArray(result)) return Promise.all(result.map((row) => openJoined(cipher, row, members)))
  if (typeof result !== "object" || result === null) return result
  const row: Record<string, unknown> = { ...result }
  for (const member of members) if (member in row) row[member] = await cipher.openRows(row[member])
  return row
}

/** For the methods that change one account. */
function createUpdate({ below, cipher }: Parts, name: "update" | "incrementOne"): Method {
  const member = name === "update" ? "update" : "set"
  return async (input: Input) => {
    const change = input[member]
    if (!change || !needsRow(change)) return cipher.openRows(await below[name](input))
    const { where = [] } = input
    const row = (await below.findOne({
      model: "account",
      where,
      select: ["id", ...placeFields],
    })) as AuthRow | null
    if (!row) return null
    if (placeFields.some((field) => change[field] !== undefined && change[field] !== row[field]))
      throwInvalid(
        "encryptedTokens: the tokens of an account are encrypted for its providerId and accountId, which cannot change: delete the account and create another one.",
        { model: "account" },
      )
    const sealed = { ...change, ...(await cipher.sealTokens(row, change)) }
    // The row that was read, even if the conditions fit several.
    const same = ["id", ...placeFields].map((field): Condition => ({ field, value: row[field] }))
    return cipher.openRows(await below[name]({ ...input, where: [...where, ...same], [member]: sealed }))
  }
}

/** Whether a change can only be encrypted, or allowed, for a known account. */
const needsRow = (change: AuthRow = {}): boolean =>
  tokenFields.some((field) => change[field]) || placeFields.some((field) => change[field] !== undefined)

function checkConditions(names: ModelNames, where: readonly Condition[] = []): void {
  const isToken = ({ field, value }: Condition): boolean =>
    value !== null && tokenFields.some((token) => names.isField(token, field))
  if (where.some(isToken))
    throwInvalid(
      "encryptedTokens: tokens are stored encrypted, so they cannot be compared: find the account by its other fields.",
      { model: "account" },
    )
}
