import { mortise } from "../../shared/mortise-command.ts"
import { type ExitCode, exitCodes } from "../program/exit-code.ts"
import { createReporter, printJson } from "../terminal/output.ts"
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
  else for (const line of formatStatus(status)) createReporter(false).print("status", line)
  return exitCodes.ok
}

type Status = {
  readonly engine: string
  readonly rows: Readonly<Record<string, number | null>>
  readonly migration: { readonly pending: number; readonly refusals: number }
}

const formatStatus = ({ engine, rows, migration: { pending, refusals } }: Status): string[] => [
  `engine             ${engine}`,
  ...Object.entries(rows).map(([model, count]) => `${model.padEnd(18)} ${count ?? "no table"}`),
  `migration          ${
    refusals > 0
      ? `existing rows or tables prevent it: run ${mortise} doctor`
      : pending === 0
        ? "nothing is missing"
        : `statements missing: ${pending}. Run ${mortise} migrate`
  }`,
]
