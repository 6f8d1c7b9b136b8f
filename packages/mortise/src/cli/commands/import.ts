import { mortise } from "../../shared/mortise-command.ts"
import type { ImportReport } from "../../transfer/index.ts"
import type { FileReport } from "../files/import-file.ts"
import { onRows } from "../files/on-rows.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { createProgress, createReporter, printJson, type Reporter } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"

/** Stores the rows of a file. */
export const importCommand = defineCommand({
  name: "import",
  about: "store the rows of an export, and verify each of them",
  arguments: [{ name: "file", about: `a file that ${mortise} export wrote` }],
  options: {
    ...tenantOptions,
    "drop-undeclared": { about: "store rows without fields that the schema does not declare" },
    json: { about: "print one JSON document at the end: { rows, isComplete, problems, otherUsers }" },
  },
  notes: `${environmentNote}
The command checks the whole file before it writes. It never changes an existing row: an equal row is skipped,
a different one is reported. Ctrl-C stops it safely; the same command then continues, and a run after the end
verifies every row again. Expired sessions and tokens are left out. Where the database assigns ids, the rows of
a user get the new id, and <file>.ids records it for later runs on the same database. With --better-auth, ids stay,
expired rows are stored too, and the tables must not have users that are not in the file.`,
  examples: [`${mortise} import users.jsonl --config new-adapter.ts`, `${mortise} import users.jsonl --json`],
  exits: {
    0: "every row is stored",
    1: "rows were reported, the file is damaged, or the database failed",
    130: "stopped by Ctrl-C",
  },
  async run({ "drop-undeclared": dropUndeclared, json, ...files }, [file = ""]) {
    const reporter = createReporter(json)
    const { readImport } = await import("../files/import-file.ts")
    const report = await withStopSignal((signal) =>
      onRows({ ...files, mayCreate: true }, (target) =>
        readImport(target, file, { dropUndeclared, signal, progress: createProgress(reporter) }),
      ),
    )
    if (json) printJson(report, 2)
    else printReport(report, reporter)
    if (!report.isComplete) {
      reporter.printError("stopped", "Stopped: run the same command to continue.")
      return exitCodes.interrupted
    }
    return problemCount(report) > 0 ? exitCodes.failed : exitCodes.ok
  },
})

const problemCount = ({ rows }: ImportReport): number =>
  Object.values(rows).reduce((sum, { different, refused }) => sum + different + refused, 0)

function printReport(report: FileReport, { print, printError }: Reporter): void {
  const { rows, problems, otherUsers = 0 } = report
  for (const { line, model, why } of problems) printError("problem", `line ${line}, ${model}: ${why}`)
  const more = problemCount(report) - problems.length
  if (more > 0) printError("problem", `Rows with problems that are not listed: ${more}.`)
  if (Object.keys(rows).length === 0) print("imported", "The export has no rows.")
  for (const [model, counts] of Object.entries(rows)) {
    const parts = Object.entries(counts).filter(([, count]) => count > 0)
    print(
      "imported",
      `${model.padEnd(19)}${parts.map(([outcome, count]) => `${outcome} ${count}`).join(", ")}`,
    )
  }
  // After an import into an empty store, these are users that exist twice.
  if (otherUsers > 0) print("imported", `Users of the target that are not in the file: ${otherUsers}.`)
}
