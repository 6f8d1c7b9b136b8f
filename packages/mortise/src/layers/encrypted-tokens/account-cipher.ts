import { utf8 } from "../../shared/bytes.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import type { EncryptedFields } from "./encrypted-fields.ts"
import type { KeyRing } from "./encryption-keys.ts"
import { corrupt, open, type Place, placeError, readForm, seal } from "./envelope.ts"

/** Encrypts and decrypts the fields of accounts. */
export type AccountCipher = {
  readonly fields: readonly string[]
  /** The account with encrypted fields, and the given texts by what is stored for them. */
  sealRow(account: OwnData): Promise<{ account: OwnData; plainTexts: ReadonlyMap<string, string> }>
  /** A stored row with decrypted fields. */
  openRow<R>(row: R, options?: OpenOptions): Promise<R>
  /** Encrypts a text for a field of this account. */
  sealText(account: OwnData, field: string, text: string): Promise<string>
  /** The decrypted text of a stored field; throws `corrupt`. What is empty is returned as it is. */
  openText(row: OwnData, field: string): Promise<unknown>
}

type OpenOptions = {
  /** Texts that are known, by what is stored for them. */
  readonly plainTexts?: ReadonlyMap<string, string>
  /** Leaves out what cannot be decrypted, instead of throwing `corrupt`: for the result of a write, which was done. */
  readonly leaveOut?: boolean
}

export function createAccountCipher(
  fields: EncryptedFields,
  keys: KeyRing,
  acceptsPlain: boolean,
  tenant?: string,
): AccountCipher {
  const names = [...fields.keys()]
  const toPlace = ({ provider, providerAccountId }: OwnData, field: string): Place => {
    const key = [
      checkKeyPart("account", "provider", provider),
      checkKeyPart("account", "providerAccountId", idText(providerAccountId)),
    ]
    return { model: "account", field, key, tenant }
  }

  const sealText = async (account: OwnData, field: string, text: unknown): Promise<string> => {
    checkText({ model: "account", field }, text, fields.get(field) ?? 0)
    return seal(keys, toPlace(account, field), text)
  }

  const openText = async (row: OwnData, field: string): Promise<unknown> => {
    const stored = row[field]
    if (typeof stored !== "string" || isEmpty(stored)) return stored
    return openStored(keys, toPlace(row, field), stored, acceptsPlain)
  }

  return {
    fields: names,
    sealText,
    openText,

    async sealRow(account) {
      const filled = names.filter((name) => !isEmpty(account[name]))
      const sealed = await Promise.all(filled.map((name) => sealText(account, name, account[name])))
      return {
        account: {
          ...account,
          ...("providerAccountId" in account && { providerAccountId: idText(account["providerAccountId"]) }),
          ...Object.fromEntries(filled.map((name, index) => [name, sealed[index]])),
        },
        plainTexts: new Map(filled.map((name, index) => [sealed[index] as string, account[name] as string])),
      }
    },

    async openRow<R>(row: R, { plainTexts, leaveOut = false }: OpenOptions = {}): Promise<R> {
      const data = ownData(row)
      if (!data) return row
      // A field that the key for mortise/http does not show has a getter, which throws: it stays as it is.
      const fields = Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(row))
      const hidden = Object.fromEntries(fields.filter(([, { get }]) => get))
      const opened: Record<string, unknown> = Object.defineProperties({ ...data }, hidden)
      const openField = async (name: string) => {
        opened[name] = plainTexts?.get(String(data[name])) ?? (await openText(data, name))
      }
      await Promise.all(
        names
          .filter((name) => name in data && !Object.hasOwn(hidden, name))
          .map((name) =>
            openField(name).catch((error: unknown) => {
              if (!leaveOut) throw error
              delete opened[name]
            }),
          ),
      )
      return opened as R
    },
  }
}

/** Decrypts a stored text; throws `corrupt`. */
export async function openStored(
  keys: KeyRing,
  place: Place,
  stored: string,
  acceptsPlain: boolean,
): Promise<string> {
  if (readForm(stored) !== "plain") return open(keys, place, stored)
  if (acceptsPlain) return stored
  throw corrupt(
    place,
    `is stored without encryption. If it is from before the layer, set existingPlaintext to "accept" and run ${mortise} rotate-keys`,
  )
}

/** An empty text is no secret, and some stores turn it into null. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ""

/** Throws `invalid` for what cannot be encrypted. The adapter below sees only what it is encrypted to. */
export function checkText(
  place: Omit<Place, "key">,
  text: unknown,
  limit = Number.POSITIVE_INFINITY,
): asserts text is string {
  const problem = findTextProblem(text, limit)
  if (problem) throw placeError("invalid", place, problem)
}

function findTextProblem(text: unknown, limit: number): string | undefined {
  if (typeof text !== "string") return "must be text"
  if (text.length * 3 > limit && utf8(text).length > limit)
    return `must be at most ${limit} bytes long to be stored encrypted`
  if (text.includes("\0")) return "must not contain a NUL character"
  return text.isWellFormed() ? undefined : "must be well-formed Unicode"
}

/** Some providers assign numeric ids. Some adapters store the number 1 as the text "1.0", which is another account. */
export const idText = <T>(id: T): T | string => (Number.isSafeInteger(id) ? String(id) : id)

/** The value of a field that names a row. Some drivers end a text at a NUL, and such a row would have another name. */
export function checkKeyPart(model: string, field: string, value: unknown): string {
  checkText({ model, field }, value)
  if (value !== "") return value
  throw placeError("invalid", { model, field }, "must not be empty")
}
