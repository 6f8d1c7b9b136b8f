import { hasForeignTables, type Schema } from "../../contract/schema.ts"
import type { Driver } from "./driver.ts"
import type { Engine } from "./engine.ts"
import { tableFacts } from "./table-facts.ts"

type Client = {
  readonly driver: Driver
  readonly engine: Engine
  readonly detectEngine?: () => Promise<Engine>
  readonly owner?: object
}

/** The engine of a client. It is provisional while the tables that must be checked do not exist. */
export type OpenedEngine = { readonly engine: Engine; readonly isProvisional: boolean }

type Opening = { engine?: Engine; pending?: Promise<OpenedEngine> | undefined }

// Shared by all adapters on a client: frameworks make one for every request.
const openings = new WeakMap<object, WeakMap<Schema, Opening>>()

function openingOf(owner: object, schema: Schema): Opening {
  const bySchema = openings.get(owner) ?? new WeakMap<Schema, Opening>()
  openings.set(owner, bySchema)
  const opening = bySchema.get(schema) ?? {}
  bySchema.set(schema, opening)
  return opening
}

/**
 * What must be asked of the server before the first statement: which engine it is, and whether its tables fit. Returns
 * the engine if it is known already, else a function that asks once, however many calls wait for the answer.
 */
export function openEngine(client: Client, schema: Schema): Engine | (() => Promise<OpenedEngine>) {
  const { driver, engine, detectEngine, owner = driver } = client
  if (!detectEngine && !engine.checkTables && !hasForeignTables(schema)) return engine
  const known = openingOf(owner, schema)
  // A call waits only for questions of its own driver: those of a transaction fail with the transaction.
  const opening = openingOf(driver, schema)
  return known.engine ?? (() => (opening.pending ??= open(client, schema, opening, known)))
}

async function open(client: Client, schema: Schema, opening: Opening, known: Opening): Promise<OpenedEngine> {
  try {
    const engine = (await client.detectEngine?.()) ?? client.engine
    const isProvisional = (await engine.checkTables?.(client.driver, schema)) === false
    if (hasForeignTables(schema)) await readFacts(client.driver, schema, engine)
    if (!isProvisional) known.engine = engine
    return { engine, isProvisional }
  } finally {
    opening.pending = undefined
  }
}

/** Reads what the tables lack. The module is loaded here, so that importing a driver stays fast. */
async function readFacts(driver: Driver, schema: Schema, engine: Engine): Promise<void> {
  const { readReduced } = await import("./migrate/reduced-guarantees.ts")
  const reduced = await readReduced(driver, schema, engine)
  if (reduced) tableFacts(driver, schema).reduced = reduced
}
