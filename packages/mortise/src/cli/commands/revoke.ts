import { mortise } from "../../shared/mortise-command.ts"
import { onStore } from "../configuration/open-store.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { docsUrl } from "../program/docs-url.ts"
import { type ExitCode, exitCodes, usageError } from "../program/exit-code.ts"
import type { Receipt } from "../revoke/receipt.ts"
import { kinds, type Revocation } from "../revoke/revocation.ts"
import type { Target } from "../revoke/target.ts"
import { confirm } from "../terminal/confirm.ts"
import { createProgress, createReporter, type Reporter } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"
import type { Files } from "../users/on-people.ts"

/** Ends sessions, provider tokens and links by a rule. */
export const revokeCommand = defineCommand({
  name: "revoke",
  about: "after a leak: end sessions, provider tokens and links of many users",
  options: {
    ...tenantOptions,
    all: { about: "the rule: everybody" },
    provider: { value: "ID", about: "the rule: users with an account of this provider" },
    domain: { value: "NAME", about: "the rule: users whose email is at this domain, without subdomains" },
    users: { value: "FILE", about: "the rule: a list of ids and emails, one on each line; - reads stdin" },
    sessions: { about: "end sessions; without --sessions, --tokens and --links, all three are ended" },
    tokens: { about: "remove refresh and access tokens from accounts, and revoke them if possible" },
    links: { about: "delete mailed sign-in links and codes" },
    before: { value: "TIME", about: "only sessions created before this time" },
    apply: { about: "end them; without it, the command only counts" },
    receipt: { value: "FILE", about: "with --apply: a new file for what was ended and what could not be" },
    yes: { about: "do not ask" },
    json: { about: "print one JSON document: the receipt" },
  },
  notes: `${environmentNote}
Without --apply, the command counts and changes nothing. With --apply it counts, asks (unless --yes),
and ends them batch by batch. Ctrl-C stops it after a batch, and the same command with the same receipt continues,
even after it was killed. The receipt has ids, numbers and reasons, and no token. <receipt>.users lists the users' ids.
What is created after a run has started may still exist after it: run the command again.
--before decides by the time in mortise/auth tokens; sessions with other tokens are reported and stay. With
--better-auth, sessions have this time, and the receipt names what Better Auth keeps outside the database.
Tokens are revoked at the provider if the configuration exports tokens, made by accessTokens from mortise/tokens;
otherwise they are only removed. See ${docsUrl("breach")}`,
  examples: [
    `${mortise} revoke --all --sessions`,
    `${mortise} revoke --domain example.com --apply --receipt leak.json`,
    `${mortise} revoke --provider github --tokens --apply --receipt github.json --yes --json`,
    `${mortise} revoke --users ids.txt --sessions --before 2026-11-16T02:30:00Z`,
  ],
  exits: {
    0: "counted, or all ended",
    1: "something could not be ended, not confirmed, or a file or the database failed",
    2: "invalid option, or neither a terminal nor --yes",
    3: "invalid configuration, or the adapter lacks what the command needs; nothing was ended",
    130: "stopped by Ctrl-C; the same command continues",
  },
  async run({ config, "better-auth": file, tenant, apply, receipt, yes, json, ...flags }) {
    if (apply !== (receipt !== undefined))
      throw usageError("--apply and --receipt go together: the receipt records what was ended.")
    const { parseRevocation } = await import("../revoke/parse-revocation.ts")
    const { readList } = await import("../revoke/parse-revocation.ts")
    const revocation = parseRevocation({
      ...flags,
      users: flags.users === undefined ? undefined : await readList(flags.users),
      kinds: kinds.filter((kind) => flags[kind]),
      isDryRun: true,
    })
    return withStopSignal((signal) =>
      onTarget({ config, "better-auth": file, tenant }, (target) =>
        revoke(target, revocation, { file: receipt, yes, json, signal }),
      ),
    )
  },
})

async function onTarget<T>(
  { config, "better-auth": file, tenant }: Files,
  task: (target: Target) => Promise<T>,
): Promise<T> {
  if (file === undefined)
    return onStore(
      config,
      async (store) => task((await import("../revoke/store-target.ts")).storeTarget(store)),
      { tenant },
    )
  const { onAuth } = await import("../better-auth/load-auth.ts")
  const { openAuth } = await import("../better-auth/open-auth.ts")
  const { authTarget } = await import("../revoke/better-auth/auth-target.ts")
  return onAuth({ file, config }, { tenant }, async (auth) => task(authTarget(await openAuth(auth))))
}

type RevokeOptions = {
  readonly file: string | undefined
  readonly yes: boolean
  readonly json: boolean
  readonly signal: AbortSignal
}

/** Counts, and ends after a confirmation. */
async function revoke(
  target: Target,
  requestedRevocation: Revocation,
  { file, yes, json, signal }: RevokeOptions,
): Promise<ExitCode> {
  const { newReceipt } = await import("../revoke/receipt.ts")
  const { openUsers, readReceipt, saveReceipt } = await import("../revoke/receipt-file.ts")
  const { runRevocation } = await import("../revoke/run-revocation.ts")
  const { formatReceipt, printReceipt } = await import("../revoke/print-receipt.ts")
  const reporter = createReporter(json)
  const options = { signal, progress: createProgress(reporter) }
  const { revocation, problems } = await target.check(requestedRevocation)
  const open = (isDryRun: boolean) => newReceipt(target, { ...revocation, isDryRun }, problems, Date.now)
  const earlier = file === undefined ? undefined : await readReceipt(file, await open(false))

  if (file === undefined || !yes) {
    const start = { ...(await open(true)), ...(earlier && { next: earlier.next }) }
    const counted = await runRevocation(target, revocation, start, options)
    if (file === undefined || counted.receipt.state !== "complete") {
      if (file === undefined) printReceipt(json, counted.receipt)
      return reportRun(counted, reporter, "Nothing was changed.")
    }
    for (const line of formatReceipt(counted.receipt)) reporter.printError("confirm", line)
    await confirm("End them?")
  }
  const start = earlier ?? (await open(false))
  const users = await openUsers(file, earlier === undefined)
  try {
    await saveReceipt(file, start, earlier === undefined)
    const run = await runRevocation(target, { ...revocation, isDryRun: false }, start, {
      ...options,
      onUsers: users.add,
      save: (receipt) => saveReceipt(file, receipt, false),
    })
    printReceipt(json, run.receipt)
    return reportRun(run, reporter, "Run the same command to continue.")
  } finally {
    await users.close()
  }
}

function reportRun(
  { receipt, failure }: { readonly receipt: Receipt; readonly failure?: string },
  { printError }: Reporter,
  then: string,
): ExitCode {
  if (failure !== undefined) printError("error", `The database failed: ${failure}. ${then}`)
  else if (receipt.state === "stopped") printError("stopped", `Stopped. ${then}`)
  else if (receipt.dryRun) printError("counted", `${then} To end them, add --apply and --receipt.`)
  if (failure === undefined && receipt.state === "stopped") return exitCodes.interrupted
  return failure === undefined && receipt.notEnded.count === 0 ? exitCodes.ok : exitCodes.failed
}
