import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { Bound } from "../../driver.ts"
import { checkClient } from "../../sql-client.ts"
import type { LibsqlFactory } from "./prisma-libsql.ts"

/** Raw calls of Prisma. They start when they are awaited. */
export type RawCalls = {
  $queryRawUnsafe(text: string, ...values: Bound[]): PromiseLike<unknown>
  $executeRawUnsafe(text: string, ...values: Bound[]): PromiseLike<number>
}

/** How long a transaction waits for its connection, and how long it may take, in milliseconds. */
export type TransactionLimits = { readonly maxWait: number; readonly timeout: number }

/** A `PrismaClient`, or the transaction that `$transaction` passes to its callback. */
export type PrismaClient = RawCalls & {
  // Absent in a transaction of Prisma 6.
  $transaction?<T>(
    work: (transaction: PrismaClient) => Promise<T>,
    options?: Partial<TransactionLimits>,
  ): Promise<T>
}

type Extension = { readonly query?: object }
type ExtensionNode = { readonly extension?: Extension; readonly previous?: ExtensionNode }

type OmittedFields = Readonly<Record<string, Readonly<Record<string, boolean>>>>

type DriverAdapter = {
  readonly adapterName?: string
  readonly provider?: string
  readonly externalPool?: unknown
  readonly options?: { readonly schema?: string }
}

/** What Prisma 6 and 7 keep in every client and transaction. */
type Internals = {
  readonly _activeProvider?: string
  readonly _globalOmit?: OmittedFields
  readonly _extensions?: { isEmpty(): boolean; readonly head?: ExtensionNode }
  readonly _engineConfig?: {
    readonly inlineSchema?: string
    readonly adapter?: DriverAdapter
    readonly transactionOptions?: Partial<TransactionLimits>
  }
}

export const prismaShape = {
  factory: "prismaAdapter",
  takes: "a PrismaClient, or the transaction that $transaction passes to its callback: prismaAdapter(prisma)",
  has: ["$queryRawUnsafe", "$executeRawUnsafe"],
}

/** What the factory reads from a client. */
export type ReadClient = {
  readonly provider: string
  /** The text of schema.prisma. */
  readonly schemaText: string
  /** The pg pool that the application gave to Prisma. */
  readonly pool: unknown
  /** The driver adapter, if it is the one for libSQL. */
  readonly libsql: LibsqlFactory | undefined
  /** The database schema that the application gave to Prisma. */
  readonly databaseSchema: string | undefined
  /** The fields that the client omits from its answers, by model: `{ user: { password: true } }`. */
  readonly omit: OmittedFields
  readonly isTransaction: boolean
  /** The limits of the adapter's transactions. */
  readonly limits: TransactionLimits
  /** The same object in a client and in its transactions. */
  readonly configuration: object
}

/** Checks that a value is a client with a driver adapter, and reads what Prisma knows about it. */
export function readClient(client: PrismaClient): ReadClient {
  checkClient(client, prismaShape)
  const { _activeProvider, _engineConfig, _globalOmit } = client as Internals
  const { adapter, inlineSchema = "" } = _engineConfig ?? {}
  if (!_engineConfig || !adapter) throwInvalid(withoutDriverAdapter(_activeProvider))
  if (adapter.adapterName === "@prisma/adapter-d1")
    throwInvalid(
      "@prisma/adapter-d1 has no transactions, so an account could be stored without its user: use another driver adapter.",
    )
  return {
    provider: _activeProvider ?? adapter.provider ?? "",
    schemaText: inlineSchema,
    pool: adapter.externalPool,
    libsql: adapter.adapterName === "@prisma/adapter-libsql" ? (adapter as LibsqlFactory) : undefined,
    databaseSchema: adapter.options?.schema,
    omit: _globalOmit ?? {},
    isTransaction: !("$connect" in client),
    limits: toLimits(_engineConfig.transactionOptions),
    configuration: _engineConfig,
  }
}

// Prisma's defaults are too short for a burst of sign-ins, and for a transaction that hashes a password.
const toLimits = ({
  maxWait = 2_000,
  timeout = 5_000,
}: Partial<TransactionLimits> = {}): TransactionLimits => ({
  maxWait: maxWait === 2_000 ? 10_000 : maxWait,
  timeout: timeout === 5_000 ? 60_000 : timeout,
})

/** Throws `invalid` for extensions that change queries of these models: Mortise's statements do not pass through them. */
export function checkQueryExtensions(client: PrismaClient, models: readonly string[]): void {
  const { _extensions } = client as Internals
  if (!_extensions || _extensions.isEmpty()) return
  const names = models.map((name) => name.charAt(0).toLowerCase() + name.slice(1))
  // If a later version of Prisma keeps its extensions elsewhere, their queries are unknown.
  const queries = _extensions.head ? listQueries(_extensions.head) : ["$unknown"]
  const bypassed = queries.find((name) => name.startsWith("$") || names.includes(name))
  if (bypassed)
    throwInvalid(
      `This Prisma client has an extension that changes queries (query.${bypassed}), which Mortise would bypass: pass the client as it was before that $extends, or a transaction of it.`,
    )
}

const listQueries = (node: ExtensionNode | undefined): string[] =>
  node ? [...Object.keys(node.extension?.query ?? {}), ...listQueries(node.previous)] : []

/** The package and the expression of the driver adapter, by the provider in schema.prisma. */
const driverAdapters: Readonly<Record<string, readonly [string, string]>> = {
  postgresql: ["@prisma/adapter-pg", "new PrismaPg({ connectionString })"],
  mysql: ["@prisma/adapter-mariadb", "new PrismaMariaDb(url)"],
  sqlite: ["@prisma/adapter-libsql", "new PrismaLibSql({ url })"],
}

function withoutDriverAdapter(provider = "postgresql"): string {
  const [name, expression] = driverAdapters[provider] ?? ["a driver adapter", "…"]
  return `prismaAdapter needs a Prisma client with a driver adapter: Mortise reads the errors of the database, such as a conflict, as driver adapters report them, which Prisma's own engine and Accelerate do not. Install ${name}, and pass it: new PrismaClient({ adapter: ${expression} }).`
}
