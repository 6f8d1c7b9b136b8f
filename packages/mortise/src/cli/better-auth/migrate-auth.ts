import type { BetterAuthPlan, FillRules } from "../../better-auth/migrate/index.ts"
import { configurationError } from "../program/exit-code.ts"
import { createProgress, type Reporter } from "../terminal/output.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

type Options = {
  readonly isPlan: boolean
  readonly mergeAccounts: boolean
  readonly contract: boolean
  readonly reporter: Reporter
}

/** Creates what Better Auth needs, unless a plan is wanted, or rows prevent it. */
export const migrateAuth = (
  file: AuthFile,
  { isPlan, reporter, ...flags }: Options,
): Promise<BetterAuthPlan> =>
  onAuth(file, "all", async (auth, module) => {
    const { migrate, plan } = await import("../../better-auth/migrate/index.ts")
    const options = { ...flags, fill: readRules(module) }
    const planned = await plan(auth, options)
    if (isPlan || planned.refusals.length > 0) return planned
    const progress = createProgress(reporter)
    const onProgress = ({ what, rows }: { readonly what: string; readonly rows: number }) =>
      progress(() => `${what}: ${rows} rows got a value.`)
    return { ...(await migrate(auth, { ...options, onProgress })), refusals: [] }
  })

/** The rules that the file exports beside `auth`. */
export function readRules({ fill = {} }: Readonly<Record<string, unknown>>): FillRules {
  if (typeof fill === "object" && fill !== null) return fill as FillRules
  throw configurationError(
    '`fill` of the file must be an object of rules: export const fill = { "account.issuer": "local:credential" }',
  )
}
