import { mortise } from "../../shared/mortise-command.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { thenClose } from "../configuration/open-store.ts"
import { databaseOptions, defineCommand, environmentNote } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { missingLines } from "../tables/missing-in-orm.ts"
import { type Fact, printFacts, printState, type State } from "../tables/print-status.ts"
import type { Status } from "../tables/store-status.ts"
import { printJson, printTable, printText } from "../terminal/output.ts"

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
    ...databaseOptions,
    json: { about: "print one JSON document with the same facts" },
  },
  notes: `${environmentNote}
The command reads only. Rows are counted one by one, which takes time on large tables.`,
  examples: [`${mortise} status`, `${mortise} status --json`],
  exits: { 0: "printed", 1: "the database failed" },
  async run({ config, json, "better-auth": file }) {
    if (file !== undefined)
      return (await import("../better-auth/auth-status.ts")).printAuthStatus({ file, config, json })
    const configuration = await loadConfiguration(config, process.env)
    const status = await thenClose(configuration, async (adapter) => {
      const { openForStatus, readStatus } = await import("../tables/store-status.ts")
      return readStatus(await openForStatus(adapter), new Date())
    })
    if (json) printJson(status, 2)
    else {
      if (status.migration) printState(describeMigration(status.migration, status.schema !== undefined))
      printFacts(listFacts(status))
      printTable(["rows", "count", "expired"], listCounts(status))
      if (status.schema) for (const line of ["", ...missingLines(status.schema)]) printText(line)
    }
    return exitCodes.ok
  },
})

function listFacts({
  store,
  engine,
  pgSchema,
  removal,
  durability,
  ids,
  overridden,
  tenants,
}: Status): Fact[] {
  const facts: Readonly<Record<string, string>> = {
    store: `${store}${engine ? `, engine ${engine.name}` : ""}`,
    "PostgreSQL schema": pgSchema ?? "",
    "deleting a user": removal === "atomic" ? "in one step" : "in several steps, access first",
    "the data survives": survived[durability],
    ids: ids === "given" ? "from the caller" : `created by the database (${ids})`,
    overridden: overridden.join(", "),
    tenants: tenants?.toString() ?? "",
  }
  return Object.entries(facts).filter(([, text]) => text !== "")
}

const listCounts = ({ engine, rows, expired }: Status): string[][] =>
  Object.entries(rows).map(([model, count]) => {
    const most = count && engine?.counts === "upper_bound" ? "at most " : ""
    return [model, `${most}${count ?? "no table"}`, `${expired?.[model as keyof typeof expired] ?? ""}`]
  })

function describeMigration(
  { version, pending, refusals, orm }: NonNullable<Status["migration"]>,
  isPrinted: boolean,
): State {
  if (orm && isPrinted) return ["yellow", `The schema of ${orm} lacks what is printed below.`]
  if (refusals > 0)
    return [
      "red",
      `The tables have version ${version}. Existing rows or tables prevent the next: run ${mortise} doctor`,
    ]
  if (pending === 0) return ["green", `The tables have version ${version}. Nothing is missing.`]
  const alternative = orm ? `, or the migrations of ${orm} if its schema has the tables` : ""
  return [
    "yellow",
    `The tables have version ${version}. Statements missing: ${pending}. Run ${mortise} migrate${alternative}`,
  ]
}
