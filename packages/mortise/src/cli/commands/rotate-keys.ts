import type {
  RotatedPage,
  RotatePage,
  RotationOptions,
  RotationProblem,
} from "../../contract/key-rotation.ts"
import type { Key } from "../../contract/rows.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { Rotation } from "../better-auth/auth-rotation.ts"
import { onStore } from "../configuration/open-store.ts"
import { defineCommand, tenantOptions } from "../program/command.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { createProgress, createReporter, printJson, type Reporter } from "../terminal/output.ts"
import { letSignalArrive, withStopSignal } from "../terminal/stop-signal.ts"
import type { Files } from "../users/on-people.ts"

/** Encrypts the tokens of all accounts with the first key. */
export const rotateKeysCommand = defineCommand({
  name: "rotate-keys",
  about: "encrypt the tokens of all accounts with the first key of encryptedTokens",
  options: {
    ...tenantOptions,
    "dry-run": { about: "only decrypt every value and count them" },
    "drop-unreadable": {
      about: "set values that cannot be decrypted to null; these users must sign in with the provider again",
    },
    batch: { value: "N", about: "how many rows are read at once, 1 to 1000", default: "200" },
    json: {
      about:
        "print one JSON document at the end: { accounts, changed, values, plain, corrupt, tooLong, dropped, problems, finished }",
    },
  },
  notes: `The configuration must export the adapter with the layer encryptedTokens, which has the keys.
Values under another key are encrypted with the first key, and so are values without encryption unless
existingPlaintext is "refuse", which reports them. The command can run while
the application works: what the application stores meanwhile stays. Ctrl-C stops it after a batch; a second run skips
what is done. values counts the values as they were found, by the id of their key.
With --better-auth, the command reads every model with encrypted fields, and accounts counts rows of all of them.`,
  examples: [`${mortise} rotate-keys --dry-run`, `${mortise} rotate-keys`, `${mortise} rotate-keys --json`],
  exits: {
    0: "every value has the first key; with --dry-run: every value can be decrypted",
    1: "some values cannot be decrypted, or are too long, or the database failed",
    3: "invalid configuration, or an adapter without the layer",
    130: "stopped by Ctrl-C",
  },
  async run({ batch, json, "dry-run": dryRun, "drop-unreadable": dropUnreadable, ...files }) {
    const limit = wholeNumber(batch, "--batch", { min: 1, max: 1000 })
    const reporter = createReporter(json)
    const progress = createProgress(reporter)
    const report = await withStopSignal((signal) =>
      onRotation(files, ({ rotatePage, all }) =>
        rotateKeys(rotatePage, { limit, dryRun, dropUnreadable }, signal, ({ accounts, changed }) =>
          progress(() => `${accounts} of ${all} rows read, ${changed} changed so far.`),
        ),
      ),
    )
    if (json) printJson(report)
    else printReport(report, dryRun, reporter)
    if (!report.finished) {
      reporter.printError("stopped", "Stopped: run the same command to continue.")
      return exitCodes.interrupted
    }
    return report.corrupt + report.tooLong === 0 ? exitCodes.ok : exitCodes.failed
  },
})

async function onRotation<T>(
  { config, "better-auth": file, tenant }: Files,
  task: (rotation: Rotation) => Promise<T>,
): Promise<T> {
  if (file === undefined)
    return onStore(
      config,
      async ({ adapter, upkeep }) => {
        const { getRotatePage } = await import("../../contract/layered.ts")
        const rotatePage = getRotatePage(adapter)
        if (!rotatePage) throw new ExitError(exitCodes.configuration, describeMissing("adapter"))
        return task({ rotatePage, all: await upkeep.count("account") })
      },
      { tenant },
    )
  const { onAuth } = await import("../better-auth/load-auth.ts")
  const { openAuthRotation } = await import("../better-auth/auth-rotation.ts")
  return onAuth({ file, config }, { tenant }, async (auth) => {
    const rotation = await openAuthRotation(auth)
    if (!rotation) throw new ExitError(exitCodes.configuration, describeMissing("database"))
    return task(rotation)
  })
}

const describeMissing = (what: "adapter" | "database"): string =>
  `The ${what} of the configuration has no layer encryptedTokens, so there are no keys: ${what === "adapter" ? "export" : "pass"} encryptedTokens(${what}, { keys }) from mortise/layers.`

/** A missing key concerns every account: the first problems say enough. */
const printedProblems = 20

function printReport(report: RotationReport, dryRun: boolean, { print, printError }: Reporter): void {
  const { accounts, changed, values, plain, corrupt, tooLong, dropped, problems } = report
  for (const { provider, providerAccountId, message } of problems.slice(0, printedProblems))
    printError("problem", `${provider} ${providerAccountId}: ${message}`)
  const more = corrupt + tooLong - printedProblems
  if (more > 0)
    printError("problem", `Problems that are not listed: ${more}. --json lists up to ${mostProblems}.`)
  print("rotated", `Accounts: ${accounts}. ${dryRun ? "Nothing was changed." : `Changed: ${changed}.`}`)
  for (const [id, count] of Object.entries(values))
    print("rotated", `Values found under the key ${id}: ${count}.`)
  const counts = {
    "Values found without encryption": plain,
    "Values set to null": dropped,
    "Values that cannot be decrypted": corrupt,
    "Values that are too long to be encrypted": tooLong,
  }
  for (const [name, count] of Object.entries(counts)) if (count > 0) print("rotated", `${name}: ${count}.`)
}

/** What was found in all accounts, and what was changed. */
type RotationReport = Omit<RotatedPage, "next"> & {
  /** The number of values that cannot be decrypted. */
  readonly corrupt: number
  /** The number of values that are too long to be stored encrypted. */
  readonly tooLong: number
  readonly finished: boolean
}

/** Further problems are counted and not listed, so that a large table needs little memory. */
const mostProblems = 1000

/** Rotates page after page until the last one, or until the signal. */
async function rotateKeys(
  rotatePage: RotatePage,
  options: Omit<RotationOptions, "after">,
  signal: AbortSignal,
  onPage: (report: RotationReport) => void,
): Promise<RotationReport> {
  let report: RotationReport = {
    accounts: 0,
    changed: 0,
    values: {},
    plain: 0,
    corrupt: 0,
    tooLong: 0,
    dropped: 0,
    problems: [],
    finished: false,
  }
  for (let after: Key | undefined; ; ) {
    const page = await rotatePage({ ...options, after })
    report = { ...add(report, page), finished: page.next === null }
    if (page.next === null) return report
    onPage(report)
    await letSignalArrive()
    if (signal.aborted) return report
    after = page.next
  }
}

function add(report: RotationReport, page: RotatedPage): RotationReport {
  const values: Record<string, number> = { ...report.values }
  for (const [id, count] of Object.entries(page.values)) values[id] = (values[id] ?? 0) + count
  const countProblems = (code: RotationProblem["code"]) =>
    page.problems.filter((problem) => problem.code === code).length
  return {
    ...report,
    accounts: report.accounts + page.accounts,
    changed: report.changed + page.changed,
    values,
    plain: report.plain + page.plain,
    corrupt: report.corrupt + countProblems("corrupt"),
    tooLong: report.tooLong + countProblems("invalid"),
    dropped: report.dropped + page.dropped,
    problems: [...report.problems, ...page.problems].slice(0, mostProblems),
  }
}
