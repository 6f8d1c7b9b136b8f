/**
 * What the server must be asked before the first statement: which engine it is, and whether its tables fit. The answers
 * belong to a client and a schema, because frameworks make an adapter for every request.
 */
import type { Guarantee } from "../../../contract/guarantees.ts"
import { hasForeignTables, type Schema } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Driver, RunTimed } from "../../../sql/driver.ts"
import type { Engine } from "../../../sql/engine.ts"
import type { SqlClient } from "../../../sql/sql-client.ts"

type Client = Pick<SqlClient, "driver" | "engine" | "detectEngine" | "owner" | "isolatesCalls">

/** The engine of a client. It is provisional while the tables that must be checked do not exist. */
export type OpenEngine = { readonly engine: Engine; readonly isProvisional: boolean }

export type AskOptions = {
  /** Absent without `timeoutSeconds`. */
  readonly runTimed: RunTimed | undefined
  readonly allowStaleReads: boolean
  onWarning(message: string): void
}

/** What is known about the tables of a schema in a database. */
export type TableFacts = {
  /** The guarantees that the tables lack; absent until the tables were read. */
  missingGuarantees?: readonly Guarantee[]
}

/** What a server has answered. */
type Answers = {
  engine?: Engine
  /** Whether stale reads were ruled out. */
  hasCheckedReads?: boolean
  /** Whether what the tables lack was reported. */
  hasWarned?: boolean
}

/** A question to the server. Calls that arrive while it is pending wait for its answer. */
type Question = { pending?: Promise<OpenEngine> | undefined }

/** Caches what `make` makes per client and schema. */
function perSchema<T>(make: () => T): (client: object, schema: Schema) => T {
  const made = perClient((_client: object) => perClient((_schema: Schema) => make()))
  return (client, schema) => made(client)(schema)
}

/** The facts about the tables of a schema, which the first call and `migrate` fill in. */
export const tableFacts: (driver: Driver, schema: Schema) => TableFacts = perSchema(() => ({}))

const answersFor = perSchema((): Answers => ({}))
const getAnswers = ({ owner, driver }: Client, schema: Schema): Answers => answersFor(owner ?? driver, schema)

// A call waits only for questions of its own driver: a transaction's questions fail with the transaction.
const getQuestion = perSchema((): Question => ({}))

/** The engine of a client, if the server need not be asked or has answered. */
export function knownEngine(client: Client, schema: Schema, allowStaleReads: boolean): Engine | undefined {
  const { engine, detectEngine } = client
  if (!detectEngine && !engine.checkTables && !mustReadLacks(schema, engine)) return engine
  const answers = getAnswers(client, schema)
  return allowStaleReads || answers.hasCheckedReads ? answers.engine : undefined
}

/** Asks the server for the engine of a client: once, however many calls wait for the answer, unless these are isolated. */
export function askForEngine(client: Client, schema: Schema, options: AskOptions): Promise<OpenEngine> {
  if (client.isolatesCalls) return ask(client, schema, options)
  const question = getQuestion(client.driver, schema)
  question.pending ??= ask(client, schema, options).finally(() => {
    question.pending = undefined
  })
  return question.pending
}

async function ask(
  client: Client,
  schema: Schema,
  { runTimed, allowStaleReads, onWarning }: AskOptions,
): Promise<OpenEngine> {
  const answers = getAnswers(client, schema)
  const askThrough = async (driver: Driver): Promise<OpenEngine> => {
    const engine = (await client.detectEngine?.(driver)) ?? client.engine
    const isProvisional = (await engine.checkTables?.(driver, schema)) === false
    const warnings = mustReadLacks(schema, engine) ? await findLacks(client, schema, engine, driver) : []
    if (!answers.hasWarned) for (const warning of warnings) onWarning(warning)
    answers.hasWarned ||= warnings.length > 0
    if (!allowStaleReads) await engine.checkReads?.(driver)
    return { engine, isProvisional }
  }
  const opened = await (runTimed ? runTimed(client.driver, askThrough) : askThrough(client.driver))
  if (!opened.isProvisional) answers.engine = opened.engine
  answers.hasCheckedReads ||= !allowStaleReads
  return opened
}

/**
 * Another program's tables can lack what ours have. Tables that `migrate` has not seen yet can lack the index on
 * emails.
 */
const mustReadLacks = (schema: Schema, { dialect }: Engine): boolean =>
  hasForeignTables(schema) || (schema.email === "legacy" && dialect.indexesLower)

/** Stores which guarantees the tables lack, and returns warnings about what makes calls slow. */
async function findLacks(
  client: Client,
  schema: Schema,
  engine: Engine,
  driver: Driver,
): Promise<readonly string[]> {
  // Loaded here, so that importing a driver stays fast.
  const { readLacks } = await import("../introspection/read-lacks.ts")
  const lacks = await readLacks(driver, schema, engine)
  if (lacks && hasForeignTables(schema))
    tableFacts(client.driver, schema).missingGuarantees = lacks.missingGuarantees
  return lacks?.warnings ?? []
}
