import { mortise } from "../../shared/mortise-command.ts"
import { onRows } from "../files/on-rows.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { createProgress, createReporter, printJson } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"

/** Writes all rows to a file. */
export const exportCommand = defineCommand({
  name: "export",
  about: "write all rows but slots to a file, as JSON Lines",
  arguments: [{ name: "file", about: "a new file, which only its owner can read" }],
  options: {
    ...tenantOptions,
    "without-tokens": {
      about: "leave out secrets: the tokens of accounts, all sessions and verification tokens",
    },
    json: { about: "print one JSON document at the end: { rows, isComplete }" },
  },
  notes: `${environmentNote}
The file contains session tokens and provider tokens: keep it as safe as the database, and delete it.
Until the export is complete, the file is named <file>.partial. Ctrl-C stops after a page, and a failure keeps
the complete pages; the same command then continues. Rows that are written during the export may be missing: the command reports a difference.
With --better-auth, the file has all models of Better Auth's options and plugins, but not what secondary storage holds.`,
  examples: [
    `${mortise} export users.jsonl`,
    `${mortise} export users.jsonl --without-tokens --config adapter.ts`,
  ],
  exits: {
    0: "the file is complete",
    1: "the file exists, rows were written during the export, or the database failed",
    130: "stopped by Ctrl-C",
  },
  async run({ "without-tokens": withoutTokens, json, ...files }, [file = ""]) {
    const reporter = createReporter(json)
    const { writeExport } = await import("../files/export-file.ts")
    const { rows, isComplete, changed } = await withStopSignal((signal) =>
      onRows(files, (source) =>
        writeExport(source, file, { tokens: !withoutTokens, signal, progress: createProgress(reporter) }),
      ),
    )
    if (json) printJson({ rows, isComplete })
    else
      for (const [model, count] of Object.entries(rows))
        reporter.print("exported", `${model.padEnd(19)}${count}`)
    if (!isComplete) {
      reporter.printError("stopped", "Stopped: run the same command to continue <file>.partial.")
      return exitCodes.interrupted
    }
    for (const model of changed)
      reporter.printError("changed", `${model}: rows were written or deleted during the export.`)
    return changed.length > 0 ? exitCodes.failed : exitCodes.ok
  },
})
