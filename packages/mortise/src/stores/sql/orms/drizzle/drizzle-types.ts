import type { NarrowField } from "../../../../contract/fields.ts"
import type { ContractModelName, models } from "../../../../contract/models.ts"

/** The part of a Drizzle table from which the types of extra fields are derived. */
export type DrizzleTable = {
  readonly _: object
  readonly $inferSelect: object
  readonly $inferInsert: object
}

/** The tables, by the official adapter's option names. Default: the tables in the schema that Drizzle was given. */
export type DrizzleTables = {
  readonly usersTable?: DrizzleTable
  readonly accountsTable?: DrizzleTable
  readonly sessionsTable?: DrizzleTable
  readonly verificationTokensTable?: DrizzleTable
  readonly authenticatorsTable?: DrizzleTable
  /** For rate limits, receipts, passkeys and codes of `mortise/auth`; the official adapter has none. */
  readonly slotsTable?: DrizzleTable
}

/**
 * A database or a transaction of Drizzle. `Full` is the schema that it was given, `Relations` the relations of
 * Drizzle 1.0; both hold the tables by the name of their export.
 */
export type DrizzleClient<Full = unknown, Relations = unknown> = {
  readonly _: { readonly fullSchema?: Full; readonly relations?: Relations }
}

/** The extra fields of the tables, by model. */
export type DrizzleFields<T, Full = unknown, Relations = unknown> = {
  readonly user: ExtraOf<"user", Chosen<T, "usersTable", Full, Relations, "user" | "users">>
  readonly account: ExtraOf<"account", Chosen<T, "accountsTable", Full, Relations, "account" | "accounts">>
  readonly session: ExtraOf<"session", Chosen<T, "sessionsTable", Full, Relations, "session" | "sessions">>
}

/** The table in an option, else the table that is exported under the option's or the model's name. */
type Chosen<T, Option extends string, Full, Relations, Names extends string> = T extends {
  readonly [O in Option]: infer Table extends DrizzleTable
}
  ? Table
  : Exported<Full, Names | Option> | Exported<TablesIn<Relations>, Names | Option>

type Exported<Full, Names extends string> = Full extends object
  ? Extract<Full[keyof Full & Names], DrizzleTable>
  : never
type TablesIn<Relations> = {
  [K in keyof Relations]: Relations[K] extends { table: infer Table } ? Table : never
}

type ExtraOf<M extends ContractModelName, Table> = [Table] extends [never]
  ? Record<never, never>
  : Table extends DrizzleTable
    ? { readonly [K in ExtraKeys<M, Table["$inferSelect"]>]: FieldOf<Table, K> }
    : Record<never, never>

/** Without the fields of the contract; case and underscores do not matter, as at run time. */
type ExtraKeys<M extends ContractModelName, Row> = {
  [K in keyof Row]: K extends string
    ? Folded<K> extends Folded<keyof (typeof models)[M]["fields"] & string>
      ? never
      : NonNullable<Row[K]> extends bigint | Uint8Array | readonly unknown[]
        ? never
        : K
    : never
}[keyof Row]

type Folded<Name extends string> = Name extends `${infer Start}_${infer Rest}`
  ? `${Lowercase<Start>}${Folded<Rest>}`
  : Lowercase<Name>

type FieldOf<Table extends DrizzleTable, K extends keyof Table["$inferSelect"]> = NarrowField<
  KindOf<NonNullable<Table["$inferSelect"][K]>>,
  NonNullable<Table["$inferSelect"][K]>,
  PresenceOf<Table, K>
>

type KindOf<V> = V extends string
  ? "text"
  : V extends number
    ? "number"
    : V extends boolean
      ? "boolean"
      : V extends Date
        ? "date"
        : "json"

type PresenceOf<
  Table extends DrizzleTable,
  K extends keyof Table["$inferSelect"],
> = null extends Table["$inferSelect"][K]
  ? "nullable"
  : Table["$inferInsert"] extends { readonly [Key in K]: unknown }
    ? "required"
    : "defaulted"
