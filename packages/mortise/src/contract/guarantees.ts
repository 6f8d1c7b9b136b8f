/**
 * What tables can lack, by stable name, and what the adapter guarantees on tables that do not lack it.
 *
 * @example
 * ```ts
 * import { guarantees, manifest } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * for (const name of manifest(memoryAdapter()).missingGuarantees) console.log(`Not guaranteed: ${guarantees[name]}`)
 * ```
 */
export const guarantees = {
  unique_emails: "two users never have the same email",
  unique_accounts: "an account of a provider is never linked twice",
  unique_sessions: "two sessions never have the same token",
  unique_tokens: "a verification token is never stored twice",
  same_token_two_identifiers: "two identifiers can have the same verification token",
  several_accounts: "a user can have several accounts",
  foreign_keys: "no row is stored for a user who does not exist",
  passkeys: "passkeys can be stored",
  users_without_email: "a user can have no email",
  expires_in: "the field expires_in of an account is stored",
  milliseconds: "dates are exact to the millisecond",
  far_dates: "dates before 1970 and after 2037 can be stored",
  large_numbers: "numbers above 2,147,483,647 can be stored",
  long_text: "text of every length that the contract allows can be stored",
  byte_exact_keys: "keys that differ only in case, accents or spaces at the end can be stored side by side",
} as const

/** The name of a guarantee that the tables of an official adapter can lack. */
export type Guarantee = keyof typeof guarantees
