import { createReporter, printJson } from "../terminal/output.ts"
import { mostProblems, type Receipt } from "./receipt.ts"

const mostPrinted = 20

/** Prints a receipt: as one document, or as sentences, with what could not be ended on stderr. */
export function printReceipt(asJson: boolean, receipt: Receipt): void {
  const { print, printError } = createReporter(false)
  if (asJson) {
    printJson(receipt, 2)
    return
  }
  for (const line of formatReceipt(receipt)) print("revoked", line)
  for (const { kind, user, provider, line, count, why } of receipt.notEnded.problems.slice(0, mostPrinted)) {
    const parts = Object.entries({ user, provider, line, count }).filter(([, value]) => value !== undefined)
    printError("not_ended", `${[kind, ...parts.flat()].join(" ")}: ${why}`)
  }
  const more = receipt.notEnded.count - mostPrinted
  if (more > 0)
    printError(
      "not_ended",
      `Problems that are not listed: ${more}. The receipt and --json have up to ${mostProblems}.`,
    )
  for (const note of receipt.notes) printError("note", note)
}

/** The numbers of the kinds that were asked for. */
export function formatReceipt({ kinds, before, ended, dryRun }: Receipt): string[] {
  const would = dryRun ? "to end" : "ended"
  const line = (name: string, count: number) => `${`${name}:`.padEnd(36)}${count}`
  // Only one of both hosts has them.
  const lineIfAny = (name: string, count: number) => (count > 0 ? [line(name, count)] : [])
  return [
    line("users that the rule names", ended.users),
    ...(kinds.includes("sessions")
      ? [
          line(`stored sessions ${would}`, ended.sessions),
          ...(before === null
            ? lineIfAny(`users whose token sessions ${dryRun ? "end" : "ended"}`, ended.usersOfTokenSessions)
            : [
                line("newer sessions, which stay", ended.newerSessions),
                line("undecidable sessions, which stay", ended.undecidableSessions),
              ]),
        ]
      : []),
    ...(kinds.includes("tokens")
      ? [
          line(`accounts with tokens ${dryRun ? "to remove" : "removed"}`, ended.accounts),
          line("  refresh tokens", ended.refreshTokens),
          line("  access tokens", ended.accessTokens),
          ...(dryRun ? [] : [line("  accounts revoked at the provider", ended.accountsRevokedAtProvider)]),
        ]
      : []),
    ...(kinds.includes("links") ? [line(`links ${would}`, ended.links)] : []),
    ...lineIfAny("unattributed links, which stay", ended.unattributedLinks),
  ]
}
