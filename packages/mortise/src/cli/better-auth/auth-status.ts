import { mortise } from "../../shared/mortise-command.ts"
import { type ExitCode, exitCodes } from "../program/exit-code.ts"
import { printJson, printParts } from "../terminal/output.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

/** `mortise status --better-auth`. */
export async function printAuthStatus({
  json,
  ...file
}: AuthFile & { readonly json: boolean }): Promise<ExitCode> {
  const status = await onAuth(file, async (auth) => {
    const { countAuthRows } = await import("../../better-auth/migrate/count-auth-rows.ts")
    const { plan } = await import("../../better-auth/migrate/index.ts")
    const { steps, refusals } = await plan(auth)
    return { ...(await countAuthRows(auth)), migration: { pending: steps.length, refusals: refusals.length } }
  })
  if (json) printJson(status, 2)
  else for (const [name, text] of listFacts(status)) printParts(["dim", name.padEnd(18)], " ", text)
  return exitCodes.ok
}

type Status = {
  readonly engine: string
  readonly rows: Readonly<Record<string, number | null>>
  readonly migration: { readonly pending: number; readonly refusals: number }
}

/** The state of the tables comes first. */
function listFacts({
  engine,
  rows,
  migration: { pending, refusals },
}: Status): [name: string, text: string][] {
  const counts = Object.entries(rows).map(([model, count]): [string, string] => [
    model,
    `${count ?? "no table"}`,
  ])
  const wait = `existing rows or tables prevent it: run ${mortise} doctor`
  const missing =
    pending === 0 ? "nothing is missing" : `statements missing: ${pending}. Run ${mortise} migrate`
  return [["migration", refusals > 0 ? wait : missing], ["engine", engine], ...counts]
}
