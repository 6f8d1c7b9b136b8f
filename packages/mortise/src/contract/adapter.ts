import type { Carried, mortise } from "./has-internals.ts"
import type { ExtraFields } from "./schema.ts"
import type {
  Account,
  AccountKey,
  Authenticator,
  Changes,
  NewRows,
  Session,
  User,
  VerificationToken,
} from "./types.ts"

/** An adapter with all nineteen operations. */
export type Adapter<X extends ExtraFields = object> = {
  createUser(user: NewRows<X>["user"]): Promise<User<X>>
  getUser(id: string): Promise<User<X> | null>
  getUserByEmail(email: string): Promise<User<X> | null>
  getUserByAccount(account: AccountKey): Promise<User<X> | null>
  updateUser(user: Changes<NewRows<X>["user"]> & { id: string }): Promise<User<X>>
  deleteUser(userId: string): Promise<User<X> | null>
  linkAccount(account: NewRows<X>["account"]): Promise<Account<X>>
  unlinkAccount(account: AccountKey): Promise<Account<X> | undefined>
  getAccount(providerAccountId: string | number, provider: string): Promise<Account<X> | null>
  createSession(session: NewRows<X>["session"]): Promise<Session<X>>
  getSessionAndUser(sessionToken: string): Promise<{ session: Session<X>; user: User<X> } | null>
  updateSession(
    session: Changes<NewRows<X>["session"]> & { sessionToken: string },
  ): Promise<Session<X> | null>
  deleteSession(sessionToken: string): Promise<Session<X> | null>
  createVerificationToken(token: NewRows<X>["verificationToken"]): Promise<VerificationToken<X>>
  useVerificationToken(key: { identifier: string; token: string }): Promise<VerificationToken<X> | null>
  createAuthenticator(authenticator: NewRows<X>["authenticator"]): Promise<Authenticator<X>>
  getAuthenticator(credentialID: string): Promise<Authenticator<X> | null>
  listAuthenticatorsByUserId(userId: string): Promise<Authenticator<X>[]>
  updateAuthenticatorCounter(credentialID: string, newCounter: number): Promise<Authenticator<X>>
  /** Read by `manifest`, `extras`, `upkeep` and `slots`; it survives `{ ...adapter }`. */
  readonly [mortise]?: Carried<X>
}

/** The name of one of the nineteen operations. */
export type OperationName = Exclude<keyof Adapter, symbol>

// Otherwise the compiler would refuse `{ ...adapter, createUser }` as an argument, for an unknown property.
type AnyOperations = { readonly [Name in OperationName]?: unknown }

/** A Mortise adapter, even with your own operations. */
export type HasInternals<X extends ExtraFields = object> = AnyOperations & {
  readonly [mortise]: Carried<X>
}

/** A Mortise adapter whose store has tables, even with your own operations. */
export type HasTables = AnyOperations & { readonly [mortise]: { readonly migration: object } }

/**
 * An adapter as a factory of Mortise returns it: `manifest`, `extras`, `upkeep` and `slots` are complete for it.
 * `{ ...adapter, createUser }` has this type too, but lacks the extras that would bypass your `createUser`: write
 * `const own: Adapter = { ...adapter, createUser }`, and the type of `extras(own)` says so.
 */
export type MortiseAdapter<X extends ExtraFields = object> = Adapter<X> & HasInternals<X>

/**
 * A Mortise adapter whose store has tables. `migrate` and `plan` take it, even as `{ ...adapter, createUser }`, and
 * no other: where a type is needed, write `SqlAdapter` instead of `Adapter`.
 */
export type SqlAdapter<X extends ExtraFields = object> = MortiseAdapter<X> & HasTables
