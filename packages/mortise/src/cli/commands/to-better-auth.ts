import { mortise } from "../../shared/mortise-command.ts"
import type { CopyOptions, CopyProblem, CopyReason, CopyReport } from "../../transfer/index.ts"
import { openBetterAuthFile } from "../configuration/better-auth-file.ts"
import { onStore } from "../configuration/open-store.ts"
import { configOption, defineCommand, environmentNote } from "../program/command.ts"
import { docsUrl } from "../program/docs-url.ts"
import { exitCodes } from "../program/exit-code.ts"
import { createProgress, createReporter, printJson, type Reporter } from "../terminal/output.ts"
import { letSignalArrive, withStopSignal } from "../terminal/stop-signal.ts"

/** Further problems are counted and not listed, so that a large copy needs little memory. */
const mostProblems = 1000

/** Copies the rows of Auth.js to Better Auth. */
export const toBetterAuthCommand = defineCommand({
  name: "to-better-auth",
  about: "copy users, accounts and passkeys from Auth.js to Better Auth, and verify each of them",
  arguments: [{ name: "file", about: "a module that exports Better Auth's `auth`" }],
  options: {
    config: configOption,
    "dry-run": { about: "compare everything and write nothing" },
    "drop-undeclared": { about: "copy rows without fields that Better Auth does not declare" },
    "without-tokens": { about: "leave out the tokens of accounts" },
    json: {
      about:
        "print one JSON document at the end: { rows, skipped, problems, unconfiguredProviders, isComplete, rowsWithProblems }",
    },
  },
  notes: `${environmentNote}
The module may also export \`copyOptions\`, the options of copyToBetterAuth such as emailFor, and \`close\`. Better
Auth's tables must exist. The command never changes an existing row: an equal row is skipped, a different one is
reported. Ctrl-C stops it safely; the same command then continues, and a run after the end verifies every row again.
Sessions and verification tokens cannot move: see
${docsUrl("from-authjs-to-better-auth")}`,
  examples: [
    `${mortise} to-better-auth auth.ts --dry-run`,
    `${mortise} to-better-auth auth.ts --config authjs.config.ts --json`,
  ],
  exits: {
    0: "every row that can move is in Better Auth",
    1: "rows need a decision, or a database failed",
    130: "stopped by Ctrl-C",
  },
  async run({ config, json, ...flags }, [file = ""]) {
    const reporter = createReporter(json)
    const { copyToBetterAuth } = await import("../../transfer/index.ts")
    const progress = createProgress(reporter)
    const problems: CopyProblem[] = []
    const report = await onStore(config, async ({ adapter }) => {
      const { auth, copyOptions, close } = await openBetterAuthFile(file)
      const copy = (signal: AbortSignal) =>
        copyToBetterAuth(adapter, auth, {
          ...copyOptions,
          ...(flags["dry-run"] && { dryRun: true }),
          ...(flags["drop-undeclared"] && { dropUndeclared: true }),
          ...(flags["without-tokens"] && { tokens: false }),
          signal,
          onProblem(problem) {
            if (problems.length < mostProblems) problems.push(problem)
            copyOptions.onProblem?.(problem)
          },
          async onPage(current) {
            progress(() => `${readRows(current)} rows so far.`)
            await copyOptions.onPage?.(current)
            await letSignalArrive()
          },
        } satisfies CopyOptions)
      return withStopSignal(copy).finally(close)
    })
    if (json) printJson({ ...report, rowsWithProblems: problems }, 2)
    else printReport(report, problems, reporter, flags["dry-run"])
    if (!report.isComplete) {
      reporter.printError("stopped", "Stopped: run the same command to continue.")
      return exitCodes.interrupted
    }
    return report.problems.length > 0 ? exitCodes.failed : exitCodes.ok
  },
})

const readRows = ({ rows }: CopyReport): number =>
  Object.values(rows).reduce(
    (sum, { copied, equal, skipped, problems }) => sum + copied + equal + skipped + problems,
    0,
  )

function printReport(
  report: CopyReport,
  problems: readonly CopyProblem[],
  { print, printError }: Reporter,
  isDryRun: boolean,
): void {
  for (const { model, userId, reason } of problems)
    printError("problem", `${model} of user ${userId}: ${sentences[reason]}`)
  const more = report.problems.reduce((sum, { count }) => sum + count, 0) - problems.length
  if (more > 0) printError("problem", `Rows with problems that are not listed: ${more}.`)
  for (const [model, counts] of Object.entries(report.rows)) {
    const parts = Object.entries(counts).filter(([, count]) => count > 0)
    const title = (outcome: string) => (isDryRun && outcome === "copied" ? "would copy" : outcome)
    const text = parts.map(([outcome, count]) => `${title(outcome)} ${count}`).join(", ")
    print("copied", `${model.padEnd(19)}${text || "no rows"}`)
  }
  for (const { model, reason, count } of report.skipped)
    print("skipped", `${model.padEnd(19)}skipped ${count}: ${sentences[reason]}`)
  for (const id of report.unconfiguredProviders)
    printError("unconfigured", `Better Auth has no provider ${id}: configure it before its users sign in.`)
}

const sentences: Readonly<Record<CopyReason, string>> = {
  other_cookie:
    "Better Auth does not accept the cookie. exchangeSession replaces it for people with a copied account or a verified address; the others sign in again.",
  other_link: "The mailed link leads to Auth.js.",
  no_counterpart: "Better Auth has no accounts for passkeys and email addresses.",
  no_email: "It has no email: choose one with copyOptions.emailFor.",
  no_user: "Its user is missing, or was not copied.",
  no_passkey_plugin: "Better Auth has no table for passkeys: add the plugin passkey.",
  unknown_account_id: "Better Auth's account id is unknown: return it from copyOptions.accountId.",
  undeclared_field: "Better Auth does not declare one of its fields: declare it, or use --drop-undeclared.",
  taken: "Another user has its email, its id or its account.",
  different: "Better Auth has it with other values.",
  rejected: "Better Auth's database rejected it.",
}
