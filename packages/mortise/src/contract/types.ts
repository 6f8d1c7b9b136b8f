import type { Field, Fields, Kinds, NarrowedTo } from "./fields.ts"
import type { ModelName, models } from "./models.ts"
import type { ExtraFields, Schema } from "./schema.ts"

type Flat<T> = { [K in keyof T]: T[K] } & {}
type Replace<T, By> = Flat<Omit<T, keyof By> & By>

type ValueOf<F> = F extends Field
  ? NonNullValueOf<F> | (F["presence"] extends "nullable" ? null : never)
  : never

type NonNullValueOf<F extends Field> = F extends { oneOf: readonly (infer Choice)[] }
  ? Choice
  : [NarrowedTo<F>] extends [never]
    ? Kinds[F["kind"]]
    : NarrowedTo<F>

type KeysWithPresence<F, P> = { [K in keyof F]: F[K] extends { presence: P } ? K : never }[keyof F]

/** The type of a returned row. */
type RowOf<F> = Flat<
  { [K in Exclude<keyof F, KeysWithPresence<F, "optional">>]: ValueOf<F[K]> } & {
    [K in KeysWithPresence<F, "optional">]?: ValueOf<F[K]>
  }
>

/** The type of a row to create: only required fields must be given. */
type NewRowOf<F> = Flat<
  { [K in KeysWithPresence<F, "required">]: ValueOf<F[K]> } & {
    [K in KeysWithPresence<F, "defaulted" | "generated">]?: ValueOf<F[K]> | undefined
  } & { [K in KeysWithPresence<F, "nullable" | "optional">]?: ValueOf<F[K]> | null | undefined }
>

type FieldsOf<M extends ModelName, X extends ExtraFields> = (typeof models)[M]["fields"] &
  (M extends keyof X ? (X[M] extends Fields ? X[M] : object) : object)

// Null for a user without an email, but typed as in Auth.js; the docs explain it.
type EmailAsText = { email: string }
type TokenType = { token_type?: Lowercase<string> }

/** A user. `email` is null at run time if the provider gave none. */
export type User<X extends ExtraFields = object> = Replace<RowOf<FieldsOf<"user", X>>, EmailAsText>
/** A connection between a user and a provider. */
export type Account<X extends ExtraFields = object> = Replace<RowOf<FieldsOf<"account", X>>, TokenType>
/** A signed-in browser or device of a user. */
export type Session<X extends ExtraFields = object> = RowOf<FieldsOf<"session", X>>
/** A one-time token that signs a user in by email. */
export type VerificationToken<X extends ExtraFields = object> = RowOf<FieldsOf<"verificationToken", X>>
/** A passkey of a user. */
export type Authenticator<X extends ExtraFields = object> = RowOf<FieldsOf<"authenticator", X>>
/** A short-lived value that several processes share. */
export type Slot = RowOf<FieldsOf<"slot", object>>

/**
 * The extra user fields of a schema, to add them to Auth.js's types.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@auth/core"
 * import { defineSchema, text, type UserFields } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * export const schema = defineSchema({ user: { fields: { seat: text<"aisle" | "window">({ default: "aisle" }) } } })
 *
 * declare module "@auth/core/types" {
 *   interface User extends Partial<UserFields<typeof schema>> {}
 * }
 *
 * export const config: AuthConfig = {
 *   adapter: memoryAdapter({ schema }),
 *   providers: [],
 *   callbacks: { signIn: ({ user }) => user.seat === "window" },
 * }
 * ```
 */
export type UserFields<S> =
  S extends Schema<infer X> ? (X extends { readonly user: infer F } ? RowOf<F> : object) : object

/** The row of each model. */
export type Rows<X extends ExtraFields = object> = {
  user: User<X>
  account: Account<X>
  session: Session<X>
  verificationToken: VerificationToken<X>
  authenticator: Authenticator<X>
  slot: Slot
}

/** The input for a new row of each model. */
export type NewRows<X extends ExtraFields = object> = {
  user: NewRowOf<FieldsOf<"user", X>>
  account: Replace<NewRowOf<FieldsOf<"account", X>>, LooseAccount>
  session: NewRowOf<FieldsOf<"session", X>>
  verificationToken: NewRowOf<FieldsOf<"verificationToken", X>>
  authenticator: NewRowOf<FieldsOf<"authenticator", X>>
}

// Some providers assign numeric ids, and hand-written token types have any case.
type LooseAccount = { providerAccountId: string | number; token_type?: string | null | undefined }

/** The key of an account: its provider and its id at the provider. */
export type AccountKey = { provider: string; providerAccountId: string | number }

/** Some fields of a row. `undefined` leaves a field unchanged; `null` clears a nullable or optional field. */
export type Changes<T> = { [K in keyof T]?: T[K] | undefined }
