import type { D1Binding, WranglerFile } from "../configuration/wrangler-file.ts"
import { clientNamed, initClients } from "../drivers/clients.ts"
import { docsUrl } from "../program/docs-url.ts"
import { usageError } from "../program/exit-code.ts"

/** What decides which client `init` writes, besides ORMs. */
export type Surroundings = {
  readonly framework: string
  /** Whether the application runs in Workers. */
  readonly inWorkers: boolean
  readonly installed: ReadonlySet<string>
  readonly wrangler: WranglerFile | undefined
  readonly isBun: boolean
}

/** Whether a client works in Workers. */
export const worksInWorkers = (client: string): boolean =>
  clientNamed(client)?.init?.workerImports !== undefined

/** The client that fits a project best. */
export function suitableClient(surroundings: Surroundings): string {
  const { inWorkers, installed, wrangler, isBun, framework } = surroundings
  const bound = wrangler !== undefined && wrangler.databases.length > 0
  if (inWorkers && bound) return "d1"
  const installedClient = clientsFor(surroundings).find((name) =>
    installed.has(clientNamed(name)?.package ?? ""),
  )
  if (installedClient !== undefined) return installedClient
  if (bound)
    throw usageError(
      `${wrangler.name} has a D1 database, which this command cannot set up for ${framework}: see ${docsUrl("clients/d1")} or add --client NAME for another store.`,
    )
  if (inWorkers && wrangler && wrangler.objects.length > 0)
    throw usageError(
      `${wrangler.name} has Durable Objects with SQLite: the adapter is then made inside the object, as ${docsUrl("clients/durable-object")} shows. To store users in D1 instead, add --client d1.`,
    )
  if (inWorkers) return "d1"
  return isBun && fits("bun-sql", surroundings) ? "bun-sql" : "libsql"
}

/** Refuses a client that does not work where the application runs. */
export function checkClientFits(name: string, surroundings: Surroundings): void {
  if (fits(name, surroundings)) return
  throw usageError(
    `${name} does not work here: for ${surroundings.framework}, --client must be one of ${clientsFor(surroundings).join(", ")}.`,
  )
}

const clientsFor = (surroundings: Surroundings): string[] =>
  Object.keys(initClients).filter((name) => fits(name, surroundings))

function fits(name: string, { framework, inWorkers }: Surroundings): boolean {
  if (inWorkers) return worksInWorkers(name)
  return clientNamed(name)?.init?.frameworks?.includes(framework) ?? true
}

/** The D1 database that `--binding` names, the only one of the worker, or a new one. */
export function chooseDatabase(
  wrangler: WranglerFile | undefined,
  bindingName: string | undefined,
): D1Binding {
  const databases = wrangler?.databases ?? []
  const names = databases.map(({ binding }) => binding).join(", ")
  if (bindingName !== undefined && !/^[A-Za-z_]\w*$/.test(bindingName))
    throw usageError("--binding must be a name of letters, digits and underscores, such as DB.")
  if (bindingName === undefined && databases.length > 1)
    throw usageError(`${wrangler?.name} has several D1 databases, ${names}: add --binding with one of them.`)
  const database =
    bindingName === undefined ? databases[0] : databases.find(({ binding }) => binding === bindingName)
  if (database) return database
  if (databases.length > 0)
    throw usageError(`--binding must name a D1 database of ${wrangler?.name}, which has ${names}.`)
  return { binding: bindingName ?? "DB", migrations: "migrations" }
}
