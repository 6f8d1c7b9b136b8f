import { perClient } from "../../../shared/per-client.ts"
import type { Driver, MessageWire, Result, Statement, Step } from "../../../sql/driver.ts"
import { statement } from "../../../sql/statement.ts"

// Until the transaction ends, and never longer: a pooler gives the connection to another tenant afterwards.
const setTenant = statement("SELECT pg_catalog.set_config('mortise.tenant', $1, true)")

// Names may come from requests, so their number is bounded.
const mostDrivers = 10_000

// At most BEGIN, the setting, the statement and COMMIT.
const trips = 4

/** The round trips of a statement with its tenant. */
export const roundTrips = {
  find: trips,
  list: trips,
  findWithUser: trips,
  insert: trips,
  update: trips,
  take: trips,
  removeUser: trips,
}

/**
 * Drivers that run each statement in a transaction which names its tenant first. A tenant has the same one at every call,
 * because batches of lookups belong to a driver.
 */
export const createTenantDrivers = perClient((driver: Driver) => {
  const drivers = new Map<string, Driver>()
  return {
    driverFor(tenant: string): Driver {
      const existing = drivers.get(tenant)
      if (existing) return existing
      if (drivers.size >= mostDrivers) drivers.clear()
      const created = createPipeliningDriver(driver, tenant)
      drivers.set(tenant, created)
      return created
    },
  }
})

function createBatchingDriver({ transaction: _, ...driver }: Driver, tenant: string): Driver {
  const first: Step = [setTenant, [tenant]]
  const batch: Driver["batch"] = async (steps, call) => (await driver.batch([first, ...steps], call)).slice(1)
  return {
    ...driver,
    batch,
    run: async (...[text, values, call]) => (await batch([[text, values]], call))[0] as Result,
  }
}

/** Sends the setting and the statement together where the client can: they are one transaction, and one round trip. */
function createPipeliningDriver(driver: Driver, tenant: string): Driver {
  const batching = createBatchingDriver(driver, tenant)
  const parseOn = parseAfter(tenant)
  return {
    ...batching,
    async run(text, values, call) {
      if (!(await canPipeline(driver))) return batching.run(text, values, call)
      const { rows, count } = await driver.run({ ...text, parseOn }, values, call)
      return { rows: rows.slice(1), count }
    },
  }
}

/** Names the tenant, by the unnamed statement, and parses the statement that follows. */
const parseAfter =
  (tenant: string): NonNullable<Statement["parseOn"]> =>
  ({ name, text }: Pick<Statement, "name" | "text">, wire: MessageWire) => {
    const nameTenant = () => {
      wire.parse({ text: setTenant.text, name: "" })
      wire.bind({ portal: "", statement: "", values: [tenant] })
      wire.execute({ portal: "" })
    }
    if (name === "") nameTenant()
    if (name === "" || wire.parsedStatements[name] === undefined) wire.parse({ text, name })
    // pg takes the first answer to a parse for that of its own statement.
    if (name !== "") nameTenant()
  }

const probe: Statement = { ...statement("SELECT 1"), parseOn: parseAfter("") }

const pipelining = perClient((_driver: Driver): { answer?: boolean } => ({}))

/**
 * Whether a client sends what comes before a statement, because another client than pg leaves it out. Calls do not wait
 * for each other's answer, which Workers forbid.
 */
async function canPipeline(driver: Driver): Promise<boolean> {
  const known = pipelining(driver)
  known.answer ??= (await driver.run(probe, [])).rows.length === 2
  return known.answer
}
