import { mortise } from "../../shared/mortise-command.ts"
import { type ExitCode, exitCodes } from "../program/exit-code.ts"
import { printFacts, printState, type State } from "../tables/print-status.ts"
import { printJson, printTable } from "../terminal/output.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

/** `mortise status --better-auth`. */
export async function printAuthStatus({
  json,
  ...file
}: AuthFile & { readonly json: boolean }): Promise<ExitCode> {
  let hasTenants = false
  const status = await onAuth(file, "all", async (auth) => {
    const { countAuthRows } = await import("../../better-auth/migrate/count-auth-rows.ts")
    const { plan } = await import("../../better-auth/migrate/index.ts")
    const { steps, refusals } = await plan(auth)
    const { findSource } = await import("../../better-auth/database-source.ts")
    const { database } = auth.options as { readonly database?: unknown }
    hasTenants = findSource(database)?.readTenant !== undefined
    return { ...(await countAuthRows(auth)), migration: { pending: steps.length, refusals: refusals.length } }
  })
  if (json) printJson(status, 2)
  else {
    const { engine, rows, migration } = status
    printState(describeMigration(migration))
    printFacts([["engine", engine]])
    printTable(
      [hasTenants ? "rows of all tenants" : "rows", "count"],
      Object.entries(rows).map(([model, count]) => [model, `${count ?? "no table"}`]),
    )
  }
  return exitCodes.ok
}

type Migration = { readonly pending: number; readonly refusals: number }

function describeMigration({ pending, refusals }: Migration): State {
  if (refusals > 0) return ["red", `Existing rows or tables prevent the migration: run ${mortise} doctor`]
  if (pending === 0) return ["green", "The tables have everything that Better Auth needs."]
  return ["yellow", `Statements missing: ${pending}. Run ${mortise} migrate`]
}
