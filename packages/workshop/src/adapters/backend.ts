import type { AuthAdapter } from "../../../mortise/src/auth/index.ts"

/** A model of Auth.js. */
export type Model = "user" | "account" | "session" | "verificationToken" | "authenticator"
export type Row = Readonly<Record<string, unknown>>

/** A new and empty store. */
export type Backend = {
  readonly adapter: AuthAdapter
  rows(model: Model): Promise<Row[]>
  close(): Promise<void>
}

export type Factory = (options: { readonly now: () => number }) => Promise<Backend>
