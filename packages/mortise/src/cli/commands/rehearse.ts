import { mortise } from "../../shared/mortise-command.ts"
import type { Rehearsal } from "../better-auth/rehearsal/rehearse-auth.ts"
import { defineCommand } from "../program/command.ts"
import { exitCodes, usageError } from "../program/exit-code.ts"
import { printRefusals } from "../tables/print-plan.ts"
import { createReporter, printJson } from "../terminal/output.ts"

/** Tries an upgrade of Better Auth on a copy of the database. */
export const rehearseCommand = defineCommand({
  name: "rehearse",
  about: "migrate a copy of Better Auth's database, and sign in on it in every way that its rows know",
  options: {
    "better-auth": { value: "FILE", about: "a module that exports `auth`, with mortiseDatabase" },
    on: { value: "URL", about: "the copy: the URL of its database, or its file" },
    variable: {
      value: "NAME",
      about: "the environment variable from which the module reads its database",
      default: "DATABASE_URL",
    },
    json: {
      about: "print one JSON document: { place, isCompared, steps, refusals, pending, probes }",
    },
  },
  notes: `The module is loaded with the variable set to the copy. The command refuses a copy that is the database of the
variable itself, or that the module does not open. It signs in as at most 100 accounts of each provider, without their
passwords, and as a new user, which it removes. Better Auth's mails, hooks, rate limits and secondary storage are off.`,
  examples: [
    `${mortise} rehearse --better-auth auth.ts --on postgres://localhost/copy`,
    `${mortise} rehearse --better-auth auth.ts --on copy.db --variable AUTH_DB --json`,
  ],
  exits: {
    0: "the upgrade works on the copy",
    1: "something would fail",
    3: "invalid configuration, or --on is the application's database",
  },
  async run({ "better-auth": file, on, variable, json }) {
    if (file === undefined || on === undefined) throw usageError("Use --better-auth and --on.")
    const { rehearseAuth } = await import("../better-auth/rehearsal/rehearse-auth.ts")
    const rehearsal = await rehearseAuth({ file, on, variable })
    if (json) printJson(rehearsal, 2)
    else printRehearsal(rehearsal, variable)
    const { refusals, pending = [], probes } = rehearsal
    const isFailing =
      refusals.length > 0 ||
      pending.some(({ rows }) => rows > 0) ||
      probes.some(({ failures }) => failures.length > 0)
    return isFailing ? exitCodes.failed : exitCodes.ok
  },
})

function printRehearsal(rehearsal: Rehearsal, variable: string): void {
  const { place, isCompared, steps, refusals, pending = [], probes } = rehearsal
  const { print, printError } = createReporter(false)
  if (!isCompared)
    printError(
      "unknown",
      `${variable} is not set, so the copy was compared with no database of the application.`,
    )
  printRefusals(refusals)
  print("migrated", `Statements run on ${place}: ${steps.length}.`)
  for (const { what, why } of pending) printError("pending", `${what}: ${why}`)
  for (const { way, tried, failures, skipped } of probes) {
    print("probe", `${way}: ${skipped ?? `${tried - failures.length} of ${tried} signed in`}`)
    for (const { row, why } of failures) printError("failed", `${way}, ${row}: ${why}`)
  }
}
