import { hasForeignTables, type Schema } from "../../contract/schema.ts"
import type { WithinDeadline } from "./deadline.ts"
import type { Driver } from "./driver.ts"
import type { Engine } from "./engine.ts"
import { tableFacts } from "./table-facts.ts"

type Client = {
  readonly driver: Driver
  readonly engine: Engine
  readonly detectEngine?: (driver: Driver) => Promise<Engine>
  readonly owner?: object
}

/** The engine of a client. It is provisional while the tables that must be checked do not exist. */
export type OpenedEngine = { readonly engine: Engine; readonly isProvisional: boolean }

type Opening = {
  engine?: Engine
  /** Whether stale reads were ruled out. */
  hasCheckedReads?: boolean
  /** Whether what the tables lack was reported. */
  hasWarned?: boolean
  pending?: Promise<OpenedEngine> | undefined
}

// Shared by all adapters on a client: frameworks make one for every request.
const openings = new WeakMap<object, WeakMap<Schema, Opening>>()

function openingOf(owner: object, schema: Schema): Opening {
  const bySchema = openings.get(owner) ?? new WeakMap<Schema, Opening>()
  openings.set(owner, bySchema)
  const opening = bySchema.get(schema) ?? {}
  bySchema.set(schema, opening)
  return opening
}

export type OpenOptions = {
  readonly within: WithinDeadline | undefined
  readonly allowStaleReads: boolean
  onWarning(message: string): void
}

/**
 * What must be asked of the server before the first statement: which engine it is, and whether its tables fit. Returns
 * the engine if it is known already, else a function that asks once, however many calls wait for the answer.
 */
export function openEngine(
  client: Client,
  schema: Schema,
  { within, allowStaleReads, onWarning }: OpenOptions,
): Engine | (() => Promise<OpenedEngine>) {
  const { driver, engine, detectEngine, owner = driver } = client
  if (!detectEngine && !engine.checkTables && !mustReadLacks(schema, engine)) return engine
  const known = openingOf(owner, schema)
  // A call waits only for questions of its own driver: those of a transaction fail with the transaction.
  const opening = openingOf(driver, schema)
  const ask = async (): Promise<OpenedEngine> => {
    try {
      const asked = async (asking: Driver) => {
        const { warnings, ...opened } = await askServer(client, schema, asking)
        if (!known.hasWarned) for (const warning of warnings) onWarning(warning)
        known.hasWarned ||= warnings.length > 0
        if (!allowStaleReads) await opened.engine.checkReads?.(asking)
        return opened
      }
      const opened = await (within ? within(driver, asked) : asked(driver))
      if (!opened.isProvisional) known.engine = opened.engine
      known.hasCheckedReads ||= !allowStaleReads
      return opened
    } finally {
      opening.pending = undefined
    }
  }
  const isChecked = allowStaleReads || known.hasCheckedReads
  return (isChecked && known.engine) || (() => (opening.pending ??= ask()))
}

/** Tables of another program can lack what ours have, and tables that `migrate` has not seen yet the index on emails. */
const mustReadLacks = (schema: Schema, { dialect }: Engine): boolean =>
  hasForeignTables(schema) || (schema.email === "legacy" && dialect.indexesLower)

type Answer = OpenedEngine & { readonly warnings: readonly string[] }

async function askServer(client: Client, schema: Schema, asking: Driver): Promise<Answer> {
  const engine = (await client.detectEngine?.(asking)) ?? client.engine
  const isProvisional = (await engine.checkTables?.(asking, schema)) === false
  if (!mustReadLacks(schema, engine)) return { engine, isProvisional, warnings: [] }
  // Loaded here, so that importing a driver stays fast.
  const { readLacks } = await import("./migrate/read-lacks.ts")
  const lacks = await readLacks(asking, schema, engine)
  if (lacks && hasForeignTables(schema)) tableFacts(client.driver, schema).reduced = lacks.reduced
  return { engine, isProvisional, warnings: lacks?.warnings ?? [] }
}
