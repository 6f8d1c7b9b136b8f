import type { BetterAuthPlan } from "../../../better-auth/migrate/index.ts"
import { onAuth } from "../load-auth.ts"
import { readRules } from "../migrate-auth.ts"
import { checkCopy } from "./check-copy.ts"
import { type ProbeResult, runProbes } from "./run-probes.ts"

/** What happened on the copy. */
export type Rehearsal = BetterAuthPlan & {
  /** The name of the copy. */
  readonly place: string
  /** Whether the application's database was known, and compared with the copy. */
  readonly isCompared: boolean
  readonly probes: readonly ProbeResult[]
}

type Options = { readonly file: string; readonly on: string; readonly variable: string }

/** Migrates a copy of the database and signs in on it. The file reads the address of the copy from a variable. */
export async function rehearseAuth({ file, on, variable }: Options): Promise<Rehearsal> {
  const application = process.env[variable]
  process.env[variable] = on
  try {
    return await onAuth({ file, config: undefined }, "none", async (auth, module) => {
      const { openAuthTables } = await import("../../../better-auth/migrate/auth-tables.ts")
      const { migrate, plan } = await import("../../../better-auth/migrate/index.ts")
      const opened = await openAuthTables(auth, "rehearse")
      const place = await checkCopy(opened, { on, variable, application })
      const facts = { place, isCompared: Boolean(application) }
      const fill = readRules(module)
      const planned = await plan(auth, { fill })
      if (planned.refusals.length > 0) return { ...facts, ...planned, probes: [] }
      const migrated = await migrate(auth, { fill })
      return { ...facts, ...migrated, refusals: [], probes: await runProbes(auth, opened) }
    })
  } finally {
    if (application === undefined) delete process.env[variable]
    else process.env[variable] = application
  }
}
