import { mortise } from "../../shared/mortise-command.ts"
import { onStore } from "../configuration/open-store.ts"
import { betterAuthOption, configOption, defineCommand, environmentNote } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { missingLines } from "../tables/missing-in-orm.ts"
import type { Status } from "../tables/store-status.ts"
import { createReporter, printJson, printText } from "../terminal/output.ts"

const survived: Readonly<Record<Status["durability"], string>> = {
  none: "nothing",
  process: "the end of the process",
  power: "a power loss",
  replicated: "the loss of the primary, if a replica that has the change takes over",
}

/** Describes the store of the configuration. */
export const statusCommand = defineCommand({
  name: "status",
  about: "describe the store: its promises, row counts, expired rows, pending migration",
  options: {
    config: configOption,
    "better-auth": betterAuthOption,
    json: { about: "print one JSON document with the same facts" },
  },
  notes: `${environmentNote}
The command reads only. Rows are counted one by one, which takes time on large tables.`,
  examples: [`${mortise} status`, `${mortise} status --json`],
  exits: { 0: "printed", 1: "the database failed", 2: "invalid option", 3: "invalid configuration" },
  async run({ config, json, "better-auth": file }) {
    if (file !== undefined)
      return (await import("../better-auth/auth-status.ts")).printAuthStatus({ file, config, json })
    const status = await onStore(config, async (store) =>
      (await import("../tables/store-status.ts")).readStatus(store, new Date()),
    )
    if (json) printJson(status, 2)
    else {
      for (const line of formatStatus(status)) createReporter(false).print("status", line)
      if (status.schema) for (const line of ["", ...missingLines(status.schema)]) printText(line)
    }
    return exitCodes.ok
  },
})

function formatStatus({
  store,
  engine,
  pgSchema,
  removal,
  durability,
  ids,
  overridden,
  rows,
  expired,
  migration,
  schema,
}: Status): string[] {
  const counts = Object.entries(rows).map(([model, count]) => {
    const dead = expired?.[model as keyof typeof expired]
    const most = count && engine?.counts === "upper_bound" ? "at most " : ""
    return `${model.padEnd(19)}${most}${count ?? "no table"}${dead ? `, of which ${dead} have expired` : ""}`
  })
  return [
    `store              ${store}${engine ? `, engine ${engine.name}` : ""}`,
    ...(pgSchema === undefined ? [] : [`PostgreSQL schema  ${pgSchema}`]),
    `deleting a user    ${removal === "atomic" ? "in one step" : "in several steps, access first"}`,
    `the data survives  ${survived[durability]}`,
    `ids                ${ids === "given" ? "from the caller" : `created by the database (${ids})`}`,
    ...(overridden.length > 0 ? [`overridden         ${overridden.join(", ")}`] : []),
    ...counts,
    ...(migration ? [`migration          ${migrationText(migration, schema !== undefined)}`] : []),
  ]
}

function migrationText(
  { version, pending, refusals, orm }: NonNullable<Status["migration"]>,
  isPrinted: boolean,
): string {
  if (orm && isPrinted) return `the schema of ${orm} lacks what is printed below`
  if (refusals > 0)
    return `version ${version}; existing rows or tables prevent the next: run ${mortise} doctor`
  if (pending === 0) return `version ${version}, nothing is missing`
  const alternative = orm ? `, or the migrations of ${orm} if its schema has the tables` : ""
  return `version ${version}; statements missing: ${pending}. Run ${mortise} migrate${alternative}`
}
