import type { Outcome } from "../measure-peers.ts"
import type { Peer } from "./peer.ts"

/** Who can prevent a failure. */
export type Culprit = "adapter" | "fallback" | "Better Auth"

export type Cause = {
  readonly by: Culprit
  readonly title: string
  /** What somebody sees who uses the site or reads its logs. */
  readonly seen: string
  fits(outcome: Outcome, peer: Peer): boolean
}

/** Cases by id, or by the start of the id if it ends with `/` or `-`. */
const ofCases =
  (...ids: readonly string[]): Cause["fits"] =>
  ({ id }) =>
    ids.some((known) => (/[/-]$/.test(known) ? id.startsWith(known) : id === known))

const isOf =
  (...packages: readonly string[]): Cause["fits"] =>
  (_, peer) =>
    packages.some((name) => peer.package.includes(name))

const both =
  (...parts: readonly Cause["fits"][]): Cause["fits"] =>
  (outcome, peer) =>
    parts.every((fits) => fits(outcome, peer))

const received =
  (text: RegExp): Cause["fits"] =>
  ({ error }) =>
    text.test(error?.received ?? "")

/** A failure belongs to the first cause that fits. */
const causes: readonly Cause[] = [
  {
    by: "Better Auth",
    title: "Its tables have no unique key on the provider and the account id",
    seen: "Whoever signs in with Google twice at once for the first time has two accounts, and every later sign-in with Google fails.",
    fits: ofCases("unique/accounts", "unique/accounts-at-once", "oauth/first-sign-in"),
  },
]

/** The musts that failed, grouped by cause. */
export function failuresByCause(results: readonly Outcome[], peer: Peer) {
  const failed = results.filter(({ status }) => status === "failed")
  const causeOf = (outcome: Outcome) => causes.find(({ fits }) => fits(outcome, peer))
  const explained = causes.map((cause) => ({
    ...cause,
    failures: failed.filter((outcome) => causeOf(outcome) === cause),
  }))
  return {
    explained: explained.filter(({ failures }) => failures.length > 0),
    others: failed.filter((outcome) => !causeOf(outcome)),
  }
}
