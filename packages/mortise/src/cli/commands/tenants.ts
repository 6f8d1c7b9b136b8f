import type { ForTenant } from "../../index.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { RemovalReceipt, Tenants } from "../../tenants/index.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { thenClose } from "../configuration/open-store.ts"
import { findForTenant, unknownTenantError } from "../configuration/open-tenant.ts"
import { configOption, defineCommand } from "../program/command.ts"
import { configurationError, ExitError, exitCodes } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { confirm } from "../terminal/confirm.ts"
import { createProgress, createReporter, printJson, printTable } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"

/** Lists the tenants of the configuration's adapter. */
export const tenantsListCommand = defineCommand({
  name: "tenants list",
  about: "list the tenants of a store, with their state",
  options: {
    config: configOption,
    limit: { value: "N", about: "how many tenants, 1 to 1000", default: "100" },
    after: { value: "NAME", about: "continue after this tenant" },
    counts: { about: "count the rows of each tenant too, which takes time on large tables" },
    json: { about: "print one JSON document: { tenants, next }" },
  },
  notes: `The configuration must export what a factory returns with \`tenants: true\`.
A tenant is listed from its first row on. A removed one stays in the list with its receipt.`,
  examples: [`${mortise} tenants list`, `${mortise} tenants list --counts --json`],
  exits: { 0: "printed", 1: "the database failed" },
  async run({ config, limit: most, after, counts, json }) {
    const limit = wholeNumber(most, "--limit", { min: 1, max: 1000 })
    const page = await onTenants(config, async (all) => {
      const { tenants, next } = await all.list({ limit, after: after ?? null })
      const counted = []
      for (const entry of tenants)
        counted.push({ ...entry, ...(counts && { rows: await all.count(entry.name) }) })
      return { tenants: counted, next }
    })
    if (json) printJson(page, 2)
    else if (page.tenants.length === 0) createReporter(false).printError("empty", "There are no tenants.")
    else {
      const rows = page.tenants.map(({ name, state, rows }) => [
        name,
        state,
        ...(rows ? [`${rows.user} users, ${rows.session} sessions`] : []),
      ])
      printTable(["name", "state", ...(counts ? ["rows"] : [])], rows)
      if (page.next !== null)
        createReporter(false).printError("more", `There may be more: add --after ${page.next}`)
    }
    return exitCodes.ok
  },
})

/** Removes a tenant after a confirmation. */
export const tenantsRemoveCommand = defineCommand({
  name: "tenants remove",
  about: "delete a tenant with all its rows, and print a receipt",
  arguments: [{ name: "tenant", about: "the name of the tenant" }],
  options: {
    config: configOption,
    batch: { value: "N", about: "how many users one batch deletes, 1 to 1000", default: "20" },
    yes: { about: "remove it without asking" },
    json: { about: "print one JSON document: the receipt { tenant, started, finished, rows }" },
  },
  notes: `The tenant is fenced off first: after 35 seconds no process finds or stores a row of it, and the deletion
starts. Ctrl-C stops it after a batch, and the same command continues, even after it was killed. A run after the
end prints the receipt again. Provider tokens are deleted, not revoked: \`${mortise} revoke --tenant NAME --all --tokens\`
revokes them before.`,
  examples: [`${mortise} tenants remove acme`, `${mortise} tenants remove acme --yes --json`],
  exits: {
    0: "removed",
    1: "no such tenant, not confirmed, or the database failed",
    2: "invalid option, or neither a terminal nor --yes",
    130: "stopped by Ctrl-C; the same command continues",
  },
  async run({ config, batch, yes, json }, [tenant = ""]) {
    const size = wholeNumber(batch, "--batch", { min: 1, max: 1000 })
    const reporter = createReporter(json)
    const progress = createProgress(reporter)
    const receipt = await onTenants(config, async (all) => {
      const entry = await all.read(tenant)
      if (!entry) throw unknownTenantError()
      if (!yes && entry.state !== "removed") {
        const { user, session } = await all.count(tenant)
        reporter.printError("confirm", `This deletes ${tenant} with ${user} users and ${session} sessions.`)
        await confirm("Delete them?")
      }
      return withStopSignal((signal) =>
        all.remove(tenant, {
          batch: size,
          signal,
          onProgress: ({ receipt, deletedUsers }) =>
            progress(() =>
              receipt.rows
                ? `${deletedUsers} users deleted so far.`
                : "Waiting until all processes know of it.",
            ),
        }),
      )
    })
    if (!receipt) throw new ExitError(exitCodes.failed, "Another process has removed this tenant.")
    if (json) printJson(receipt, 2)
    else for (const line of formatReceipt(receipt)) reporter.print("removed", line)
    return receipt.finished ? exitCodes.ok : exitCodes.interrupted
  },
})

function formatReceipt({ tenant, started, finished, rows }: RemovalReceipt): string[] {
  const counts = Object.entries(rows ?? {}).map(([model, count]) => `${model.padEnd(19)}${count}`)
  const end = finished
    ? `Removed ${tenant}: started ${started.toISOString()}, finished ${finished.toISOString()}.`
    : `Stopped. ${tenant} is fenced off since ${started.toISOString()}: run the same command to continue.`
  return [...counts, end]
}

/** Opens the tenants of the configuration's adapter, runs a task on them, and closes it. */
async function onTenants<T>(config: string | undefined, task: (all: Tenants) => Promise<T>): Promise<T> {
  const configuration = await loadConfiguration(config, process.env)
  return thenClose(configuration, async (adapter) => {
    const forTenant: ForTenant | undefined = await findForTenant(adapter)
    if (!forTenant)
      throw configurationError(
        "This command needs what a factory returns with `tenants: true` as the adapter",
      )
    const { tenants } = await import("../../tenants/index.ts")
    return task(tenants(forTenant))
  })
}
