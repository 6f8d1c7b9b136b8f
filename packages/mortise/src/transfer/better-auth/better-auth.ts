import { MortiseError } from "../../contract/errors.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"

/** A row of one of Better Auth's tables. */
export type BetterAuthRow = Readonly<Record<string, unknown>>

type Where = { field: string; value: string }[]

/** What is used of Better Auth's database adapter. */
type BetterAuthDatabase = {
  create(query: { model: string; data: Record<string, unknown>; forceAllowId?: boolean }): Promise<unknown>
  findMany(query: { model: string; where: Where; limit: number }): Promise<unknown[]>
  delete(query: { model: string; where: Where }): Promise<unknown>
}

/** What is used of a provider that Better Auth is configured with. */
export type BetterAuthProvider = {
  readonly id: string
  /** Since 1.7: the id of an account, from the provider's profile. */
  accountSubject?(context: never): unknown
}

type Cookie = {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** What is used of Better Auth's context. */
export type BetterAuthContext = {
  readonly adapter: BetterAuthDatabase
  /** Read it with `optionsOf`: the compiler knows only the options that the application gave. */
  readonly options: object
  readonly tables: Readonly<
    Record<string, { readonly modelName?: string; readonly fields: Readonly<Record<string, unknown>> }>
  >
  readonly socialProviders: readonly BetterAuthProvider[]
  readonly secret: string
  readonly secretConfig?: unknown
  readonly authCookies: { readonly sessionToken: Cookie }
  readonly internalAdapter: {
    findUserById(id: string): Promise<unknown>
    createSession(userId: string): Promise<unknown>
  }
}

type BetterAuthOptions = {
  readonly account?: { readonly encryptOAuthTokens?: boolean }
  readonly advanced?: { readonly database?: { readonly generateId?: unknown } }
}

export const readOptions = ({ options }: BetterAuthContext): BetterAuthOptions => options

/** Better Auth's `auth`: the value of `betterAuth(…)`, with any adapter and plugins. */
export type BetterAuth = { readonly $context: Promise<BetterAuthContext> }

/** Opens Better Auth's context. Throws `invalid` if the value is not Better Auth's `auth`. */
export async function openBetterAuth(auth: BetterAuth, operation: string): Promise<BetterAuthContext> {
  const context = await whenReady(auth, operation)
  const { adapter, tables } = Object(context) as Partial<BetterAuthContext>
  if (!adapter || !tables)
    throwInvalid(`${operation}: pass Better Auth's \`auth\`, the value that betterAuth() returns.`, {
      operation,
    })
  return context
}

async function whenReady(auth: BetterAuth, operation: string): Promise<BetterAuthContext> {
  try {
    return await (Object(auth) as BetterAuth).$context
  } catch (error) {
    throwInvalid(`${operation}: Better Auth did not start${formatCode(error)}: check its options.`, {
      operation,
    })
  }
}

/** Runs a call of Better Auth's adapter. Its errors may contain values, so only their code is kept. */
export async function callBetterAuth<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const message = isMissing(error)
      ? `a table or a column of Better Auth does not exist${formatCode(error)}: run the migrations of Better Auth, then run it again.`
      : `Better Auth's database failed${formatCode(error)}: check that it is reachable, then run it again.`
    throw new MortiseError(isMissing(error) ? "not_migrated" : "unavailable", `${operation}: ${message}`, {
      operation,
    })
  }
}

const missingCodes = /^(not_migrated|42P01|42703|ER_NO_SUCH_TABLE|ER_BAD_FIELD_ERROR|P202[12])$/
const missingMessage = /^no such (table|column): |^table \S+ has no column named /

/** Whether a table or a column does not exist, as Mortise, the clients and Prisma report it. ORMs put it into the cause. */
function isMissing(error: unknown): boolean {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown }
  if (missingCodes.test(String(code)) || missingMessage.test(String(message))) return true
  return cause !== undefined && cause !== error && isMissing(cause)
}

function formatCode(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown }
  return typeof code === "string" && /^[A-Za-z0-9_]{1,40}$/.test(code) ? ` (${code})` : ""
}
