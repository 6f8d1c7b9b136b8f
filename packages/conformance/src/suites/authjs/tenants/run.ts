import { manifest } from "mortise"
import { type HostedSuite, hostSuite, type InRunner } from "../../../engine/host-suite.ts"
import type { Awaitable } from "../../../engine/promises.ts"
import type { Report } from "../../../engine/report/report.ts"
import type { Lifecycle, SharedOptions } from "../../../engine/run-options.ts"
import { runSuite } from "../../../engine/run-suite.ts"
import type { Suite } from "../../../engine/suite.ts"
import { createData } from "../data.ts"
import type { TenantTools } from "./case.ts"
import { tenantCases } from "./cases.ts"
import { openTenant } from "./open-tenant.ts"

/** The function under test, which returns the adapter of a tenant, and functions that prepare and close its store. */
export type TenantSetup = Omit<Lifecycle, "outage"> & {
  readonly forTenant: (tenant: string) => Awaitable<object>
}

/** The options of a run. */
export type TenantRunOptions = Omit<SharedOptions, "module" | "processes" | "execArgv"> & {
  /** Creates the function under test, on a store whose tables exist. */
  readonly factory: () => Awaitable<TenantSetup>
}

/** The cases about adapters with tenants. */
export const casesOfTenants: Suite<TenantRunOptions, TenantSetup, TenantTools> = {
  cases: tenantCases,
  runner: "runTenants",
  openSource: ({ factory }) => ({ factory }),
  openSetup: ({ forTenant }) => ({
    hasCodes: manifest(forTenant) !== undefined,
    createTools: (hooks) => {
      const data = createData()
      return {
        ...data,
        newName: () => `t${data.unique()}`,
        callForTenant: async (name) => forTenant(name as string),
        openTenant: async (name) => openTenant(name, await forTenant(name), hooks),
      }
    },
    createCheck: () => () => {},
  }),
}

/**
 * Checks that no tenant of an adapter reads, changes or learns of the rows of another: two tenants have equal ids,
 * addresses, accounts, tokens and credentials, and each operation of one must answer as if the other did not exist.
 * Prints each failure when it happens, and the counts at the end. `runConformance` tests the adapter of one tenant.
 *
 * @example
 * ```ts
 * import { runTenants } from "@mortise/conformance/tenants"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runTenants({ factory: () => ({ forTenant: memoryAdapter({ tenants: true }) }) })
 * if (report.failed > 0) throw new Error("one tenant sees the rows of another")
 * ```
 */
export const runTenants = (options: TenantRunOptions): Promise<Report> => runSuite(casesOfTenants, options)

/**
 * The same cases for a test runner: one test per case.
 *
 * @example
 * ```ts no-run needs vitest as its runner
 * import { tenantSuite } from "@mortise/conformance/tenants"
 * import { conformance } from "@mortise/conformance/vitest"
 * import { memoryAdapter } from "mortise/memory"
 *
 * await conformance(tenantSuite({ factory: () => ({ forTenant: memoryAdapter({ tenants: true }) }) }))
 * ```
 */
export const tenantSuite = (options: InRunner<TenantRunOptions>): HostedSuite => ({
  host: () => hostSuite(casesOfTenants, { name: "tenants", ...options }),
})
