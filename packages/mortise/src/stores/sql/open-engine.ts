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

export type OpenOptions = { readonly within: WithinDeadline | undefined; readonly allowStaleReads: boolean }

/**
 * What must be asked of the server before the first statement: which engine it is, and whether its tables fit. Returns
 * the engine if it is known already, else a function that asks once, however many calls wait for the answer.
 */
export function openEngine(
  client: Client,
  schema: Schema,
  { within, allowStaleReads }: OpenOptions,
): Engine | (() => Promise<OpenedEngine>) {
  const { driver, engine, detectEngine, owner = driver } = client
  if (!detectEngine && !engine.checkTables && !hasForeignTables(schema)) return engine
  const known = openingOf(owner, schema)
  // A call waits only for questions of its own driver: those of a transaction fail with the transaction.
  const opening = openingOf(driver, schema)
  const ask = async (): Promise<OpenedEngine> => {
    try {
      const asked = async (asking: Driver) => {
        const opened = await askServer(client, schema, asking)
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

async function askServer(client: Client, schema: Schema, asking: Driver): Promise<OpenedEngine> {
  const engine = (await client.detectEngine?.(asking)) ?? client.engine
  const isProvisional = (await engine.checkTables?.(asking, schema)) === false
  if (hasForeignTables(schema)) {
    // Loaded here, so that importing a driver stays fast.
    const { readReduced } = await import("./migrate/reduced-guarantees.ts")
    const reduced = await readReduced(asking, schema, engine)
    if (reduced) tableFacts(client.driver, schema).reduced = reduced
  }
  return { engine, isProvisional }
}
