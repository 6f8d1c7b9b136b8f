import type { Key } from "./rows.ts"

/** What to do with a page of accounts. */
export type RotationOptions = {
  /** Where the page starts: `next` of the previous page. */
  readonly after: Key | undefined
  readonly limit: number
  /** Only decrypts and counts. */
  readonly dryRun: boolean
  /** Sets to null what cannot be decrypted. */
  readonly dropUnreadable: boolean
}

/** A value that stays as it is: it cannot be decrypted, or is too long to be encrypted. */
export type RotationProblem = {
  readonly provider: string
  readonly providerAccountId: string
  readonly field: string
  readonly code: "corrupt" | "invalid"
  readonly message: string
}

/** What was found in a page of accounts, and what was changed. */
export type RotatedPage = {
  readonly accounts: number
  /** The number of accounts that were changed. */
  readonly changed: number
  /** The number of values as they were found, by the id of their key. */
  readonly values: Readonly<Record<string, number>>
  /** The number of values that were not encrypted. */
  readonly plain: number
  /** The number of values that were set to null. */
  readonly dropped: number
  readonly problems: readonly RotationProblem[]
  readonly next: Key | null
}

/** The encrypted fields of a model of Better Auth. */
export type ModelCipher = {
  readonly model: string
  readonly fields: readonly string[]
  openField(row: Fields, field: string): Promise<unknown>
  sealFields(row: Fields, change: Fields): Promise<Fields>
}

type Fields = { readonly [field: string]: unknown }

/** Opens the ciphers of all models for options of Better Auth. The first key has this id. */
export type OpenCiphers = (
  options: object,
) => Promise<{ readonly firstKey: string; readonly ciphers: readonly ModelCipher[] }>

/** Encrypts the values of one page of accounts with the first key, unless they are already. */
export type RotatePage = (options: RotationOptions) => Promise<RotatedPage>
