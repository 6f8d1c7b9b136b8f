import { type Client, clients } from "../../packages/mortise/src/cli/drivers/clients.ts"
import { factoryName } from "../../packages/mortise/src/cli/drivers/exports.ts"
import { ormNames } from "../../packages/mortise/src/cli/drivers/orms.ts"

/** A driver, and the paths that follow from its name, relative to the repository. */
export type Driver = {
  /** The subpath of the package. */
  readonly name: string
  /** What the client connects to; absent for an ORM. */
  readonly store?: Client["store"]
  readonly factory: string
  readonly source: string
  readonly page: string
  /** The test that runs the conformance suite on the driver; `*` stands for `.wide`, `.full` or nothing. */
  readonly test: string
  /** The module that opens it in the table of runtimes; `*` stands for a suffix or nothing. Absent for an ORM. */
  readonly runtime?: string
}

const tests = "packages/mortise/test"

const testsOf: Readonly<Record<Client["store"], (name: string) => string>> = {
  sqlite: (name) => `${tests}/stores/sqlite/clients/${name}.ts`,
  postgres: (name) => `${tests}/stores/servers/conformance-${name}*.test.ts`,
  mysql: (name) => `${tests}/stores/servers/conformance-${name}*.test.ts`,
  redis: () => `${tests}/stores/redis/clients.ts`,
}

/** The driver of a client. */
export const clientDriver = (name: string, store: Client["store"], inWorkers = false): Driver => ({
  name,
  store,
  factory: factoryName(name),
  source: `packages/mortise/src/stores/${store === "redis" ? `redis/drivers/${name}` : "sql/adapters"}/${name}-adapter.ts`,
  page: `docs/clients/${name}.md`,
  test: inWorkers ? `${tests}/edge/${name}*.test.ts` : testsOf[store](name),
  runtime: `runtimes/clients/${name}*.ts`,
})

const ormDriver = (name: string): Driver => ({
  name,
  factory: factoryName(name),
  source: `packages/mortise/src/stores/sql/orms/${name}/${name}-adapter.ts`,
  page: `docs/orms/${name}.md`,
  test: `${tests}/orms/${name}*.test.ts`,
})

/** The drivers of all clients and ORMs. */
export const drivers: readonly Driver[] = [
  ...Object.entries<Client>(clients).map(([name, { store, inWorkers }]) =>
    clientDriver(name, store, inWorkers),
  ),
  ...ormNames.map(ormDriver),
]

/** The names of the drivers for an engine, and for no other one. */
export const driversOn = (store: Client["store"]): string[] =>
  drivers
    .filter((driver) => driver.store === store && !onEveryEngine.includes(driver.name))
    .map(({ name }) => name)

/** The names of the drivers for all SQL engines. */
export const onEveryEngine: readonly string[] = Object.entries<Client>(clients)
  .filter(([, client]) => client.onEveryEngine)
  .map(([name]) => name)
