import { databaseSource, type LayerTransactions } from "../../contract/auth-database.ts"

/** A row of Better Auth, by Better Auth's own names of fields. */
export type AuthRow = { readonly [field: string]: unknown }

/** A condition of Better Auth. */
export type Condition = {
  readonly field: string
  readonly value: unknown
  /** Default: `eq`. */
  readonly operator?: string
  readonly connector?: string
  readonly mode?: string
}

/** The argument of a method, as far as layers read it. */
export type Input = {
  readonly model: string
  readonly where?: readonly Condition[]
  readonly data?: AuthRow
  readonly update?: AuthRow
  readonly set?: AuthRow
  readonly increment?: AuthRow
  readonly select?: readonly string[]
  readonly join?: { readonly [model: string]: unknown }
  readonly limit?: number
  readonly sortBy?: { readonly field: string; readonly direction?: string }
}

/** The methods that read or write rows. */
export const methodNames = [
  ...(["create", "findOne", "findMany", "count", "update", "updateMany"] as const),
  ...(["delete", "deleteMany", "consumeOne", "incrementOne"] as const),
]

export type MethodName = (typeof methodNames)[number]

/** A method. The caller knows the type of what it returns. */
export type Method = (input: Input) => Promise<unknown>

export type Methods = { readonly [Name in MethodName]: Method }

/** Better Auth's `DBAdapter`, as far as layers use it. */
export type AuthAdapter = Methods & {
  readonly options?: {
    readonly adapterConfig?: { readonly transaction?: unknown }
    /** Better Auth's own name of a model that callers may name otherwise. Throws for what is no model. */
    readonly getDefaultModelName?: (name: string) => string
    /** Better Auth's own name of a field. Throws for what is no field of the model. */
    readonly getDefaultFieldName?: (place: { readonly model: string; readonly field: string }) => string
    /** What Better Auth and its plugins declare. */
    readonly schema?: { readonly [model: string]: AuthTable }
  }
  transaction<T>(callback: (adapter: AuthAdapter) => Promise<T>): Promise<T>
}

type AuthTable = {
  readonly fields: { readonly [field: string]: DeclaredField }
  readonly indexes?: readonly { readonly fields: readonly string[] }[]
}

/** A field, as far as it matters for what it can hold. */
type DeclaredField = {
  readonly type: unknown
  readonly required?: boolean
  readonly unique?: boolean
  readonly index?: boolean
  readonly sortable?: boolean
  readonly references?: unknown
  readonly defaultValue?: unknown
  readonly onUpdate?: unknown
  readonly transform?: unknown
}

/** Where a plugin stores codes in plain text, unless `storeOTP` says otherwise. */
type CodeOptions = { readonly storeOTP?: unknown }

/** Better Auth's options, as far as layers read them. */
export type AuthOptions = {
  readonly secondaryStorage?: unknown
  readonly plugins?: readonly {
    readonly id: string
    readonly options?: CodeOptions & { readonly otpOptions?: CodeOptions }
  }[]
  readonly account?: { readonly encryptOAuthTokens?: boolean }
}

/** What `mortiseDatabase` made a database from, as far as layers use it. */
export type LayerSource = {
  readonly client: { readonly engine: { readonly dialect: { readonly name: string } } }
  readonly transactions: LayerTransactions
  /** The tenant of the call that is made now, if the tables have the rows of several. */
  readonly readTenant?: () => string
}

export const getSource = (database: object): LayerSource =>
  (database as { readonly [databaseSource]: LayerSource })[databaseSource]

/** The value of Better Auth's `database` that `mortiseDatabase` returns. */
export type AuthDatabase = (options: AuthOptions) => AuthAdapter
