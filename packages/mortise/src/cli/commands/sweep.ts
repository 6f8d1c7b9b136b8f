import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { createProgress, createReporter, printJson } from "../terminal/output.ts"
import { letSignalArrive, withStopSignal } from "../terminal/stop-signal.ts"
import { onSweep } from "../users/sweep-batches.ts"

/** Deletes expired rows in batches. */
export const sweepCommand = defineCommand({
  name: "sweep",
  about: "delete expired sessions, tokens and slots",
  options: {
    ...tenantOptions,
    batch: { value: "N", about: "how many rows one statement deletes, 1 to 1000", default: "500" },
    json: { about: "print one JSON document at the end: { removed, finished }" },
  },
  notes: `${environmentNote}
Each batch is short, so the command can run while the application works. Ctrl-C stops it after a batch.
Of an adapter with tenants, it sweeps all, each in its turn; with --tenant, only this one.
With --better-auth, the command deletes expired sessions and verifications. Ended sessions that
session.preserveSessionInDatabase keeps stay.`,
  examples: [`${mortise} sweep`, `${mortise} sweep --batch 100 --json`],
  exits: {
    0: "no expired row is left",
    1: "the database failed",
    130: "stopped by Ctrl-C",
  },
  async run({ batch, json, ...files }) {
    const limit = wholeNumber(batch, "--batch", { min: 1, max: 1000 })
    const reporter = createReporter(json)
    const progress = createProgress(reporter)
    const { removed, finished } = await withStopSignal((signal) =>
      onSweep(files, limit, async (sweepBatch) => {
        let removed = 0
        while (!signal.aborted) {
          const swept = await sweepBatch()
          removed += swept.removed
          if (swept.isDone) return { removed, finished: true }
          progress(() => `${removed} rows removed so far.`)
          await letSignalArrive()
        }
        return { removed, finished: false }
      }),
    )
    if (json) printJson({ removed, finished })
    else
      reporter.print(
        "swept",
        `Removed ${removed} expired rows.${finished ? "" : " Run it again to continue."}`,
      )
    return finished ? exitCodes.ok : exitCodes.interrupted
  },
})
