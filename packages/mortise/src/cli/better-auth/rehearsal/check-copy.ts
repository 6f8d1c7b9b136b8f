import { statSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { AuthTables } from "../../../better-auth/migrate/auth-tables.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { Ask } from "../../../sql/introspection/introspection.ts"
import { openAdapter } from "../../configuration/open-adapter.ts"
import { thenClose } from "../../configuration/open-store.ts"
import { openClients } from "../../drivers/clients.ts"
import { configurationError } from "../../program/exit-code.ts"

/** The database of the rehearsal, and the one that the application uses. */
export type Places = {
  readonly on: string
  readonly variable: string
  /** What the variable names outside of the rehearsal. */
  readonly application: string | undefined
}

/** Throws unless the file works on the copy, and the copy is not the application's database. Returns its name. */
export async function checkCopy(
  { ask, dialect: { family } }: Pick<AuthTables, "ask" | "dialect">,
  { on, variable, application }: Places,
): Promise<string> {
  const { readPlace } = await import("../../../sql/introspection/read-place.ts")
  const place = await readPlace(ask, family)
  const identity = await identify(ask, family)
  if (identity !== (await identifyUrl(on, family, "--on")))
    throw configurationError(
      `With ${variable} set to the value of --on, the file opens another database: ${place}. Let it read ${variable}, or name the variable that it reads with --variable`,
    )
  if (application && identity === (await identifyUrl(application, family, variable)))
    throw configurationError(
      `--on is the database that the application uses, by ${variable}: ${place}. Copy it, and rehearse on the copy`,
    )
  return place
}

async function identify(ask: Ask, family: EngineName): Promise<string> {
  if (family !== "sqlite")
    return (await import("../../../sql/introspection/read-identity.ts")).readIdentity(ask, family)
  const { readPlace } = await import("../../../sql/introspection/read-place.ts")
  return identifyFile(await readPlace(ask, family))
}

function identifyFile(path: string): string {
  try {
    const { dev, ino } = statSync(resolve(path))
    return `${dev} ${ino}`
  } catch {
    throw configurationError(`A rehearsal on SQLite needs a file, and this is none: ${path}`)
  }
}

/** The identity of the database at a URL, which the first client of its engine opens that can. */
async function identifyUrl(url: string, family: EngineName, source: string): Promise<string> {
  if (family === "sqlite")
    return identifyFile(
      /^file:\/\//.test(url) ? fileURLToPath(url) : url.replace(/^(file|sqlite):(\/\/)?/, ""),
    )
  for (const [name, { store }] of Object.entries(openClients))
    if (store === family)
      try {
        return await thenClose(await openAdapter(name, url, undefined), async (adapter) => {
          const { openMigration } = await import("../../../stores/sql/migrate/migration.ts")
          const { ask } = await openMigration(adapter, "rehearse")
          return identify(ask, family)
        })
      } catch {}
  throw configurationError(
    `The database of ${source} cannot be reached, so it cannot be compared: check its address${source === "--on" ? "" : `, or unset ${source} where the application's database is out of reach`}`,
  )
}
