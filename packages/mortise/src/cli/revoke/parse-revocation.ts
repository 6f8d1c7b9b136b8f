import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { canonicalEmail } from "../../contract/canonical-email.ts"
import { withFileErrors } from "../files/own-file.ts"
import { usageError } from "../program/exit-code.ts"
import { kinds as allKinds, type Kind, type ListedUser, type Revocation, type Rule } from "./revocation.ts"

/** A rule and its kinds as a person gives them, on the command line or in the studio. */
export type GivenRevocation = {
  readonly all: boolean
  readonly provider: string | undefined
  readonly domain: string | undefined
  /** The text of a list: one id or email on each line. */
  readonly users: string | undefined
  /** None stands for all. */
  readonly kinds: readonly Kind[]
  readonly before: string | undefined
  readonly isDryRun: boolean
}

/** Checks a rule. Throws a sentence for the person. */
export function parseRevocation(input: GivenRevocation): Revocation {
  const before = input.before === undefined ? undefined : parseTime(input.before)
  const isOnlySessions = input.kinds.every((kind) => kind === "sessions")
  if (before && !isOnlySessions)
    throw usageError("Only sessions have a time of creation: with a time, choose neither tokens nor links.")
  const kinds = input.kinds.length > 0 ? input.kinds : before ? (["sessions"] as const) : allKinds
  return { rule: parseRule(input), kinds, before, isDryRun: input.isDryRun }
}

function parseRule({ all, provider, domain, users }: GivenRevocation): Rule {
  const rules: Rule[] = [
    ...(all ? [{ by: "all" } as const] : []),
    ...(provider === undefined ? [] : [{ by: "provider", provider: notEmpty(provider) } as const]),
    ...(domain === undefined ? [] : [{ by: "domain", domain: parseDomain(domain) } as const]),
    ...(users === undefined ? [] : [{ by: "users", users: parseUsers(users) } as const]),
  ]
  const [rule, ...more] = rules
  if (rule && more.length === 0) return rule
  throw usageError("Give one rule: --provider, --domain, --users or --all.")
}

function notEmpty(provider: string): string {
  if (provider !== "") return provider
  throw usageError("The provider is empty: give its id, such as github.")
}

/** The canonical form, in which the domains of stored addresses are. */
function parseDomain(text: string): string {
  const domain = canonicalEmail(`x@${text.replace(/^@/, "")}`).slice(2)
  if (/^[^\s@]+$/.test(domain)) return domain
  throw usageError("The domain must be the part of an email after the @, such as example.com.")
}

/** Empty lines and repeated ones are left out. */
function parseUsers(list: string): readonly ListedUser[] {
  const entries = new Map<string, ListedUser>()
  for (const [index, line] of list
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    const text = line.trim()
    if (text !== "" && !entries.has(text)) entries.set(text, { text, line: index + 1 })
  }
  if (entries.size > 0) return [...entries.values()]
  throw usageError("The list of users is empty: write one id or email on each line.")
}

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

function parseTime(text: string): Date {
  const time = isoTime.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return new Date(time)
  throw usageError(
    "The time must be a date, which starts at midnight UTC, or a time with its zone, such as 2026-11-16T02:30:00Z.",
  )
}

/** The text of a file, or of stdin for `-`. */
export const readList = (file: string): Promise<string> =>
  withFileErrors({ what: "The list of users cannot be read", advice: "check its name" }, () =>
    file === "-" ? text(process.stdin) : readFile(file, "utf8"),
  )
