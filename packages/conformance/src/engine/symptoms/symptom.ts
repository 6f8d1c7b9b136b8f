import { printValue } from "../print.ts"
import { describeLoss, findDifferences, lostMilliseconds } from "./lost-value.ts"

/** What an expectation saw, before the run adds which calls the case had made. */
export type Symptom =
  /** The right row, with values that the store changed. */
  | { readonly kind: "lost"; readonly text: string }
  | { readonly kind: "other_values"; readonly fields: string }
  | { readonly kind: "found" | "missing" | "accepted" }
  /** `suspect`: what may have caused it, if other cases show the same. */
  | { readonly kind: "other"; readonly suspect?: string | undefined }
  /** Something that says by itself what is wrong, such as an error. */
  | { readonly kind: "said"; readonly text: string }

/** The calls of a case until it failed. */
export type CallHistory = { count: number; lastRead?: string; lastWrite?: string; lastRemoval?: string }

/** The symptom of two values that should be equal. */
export function compareValues(expected: unknown, received: unknown): Symptom {
  const differences = findDifferences(expected, received)
  const losses = differences.map((difference) =>
    describeLoss(difference.expected, difference.received, difference.field),
  )
  const [text] = losses
  if (text !== undefined && losses.every((loss) => loss !== undefined)) return { kind: "lost", text }
  if (Array.isArray(expected) && Array.isArray(received)) {
    if (expected.length === 0 && Object(received[0]) === received[0]) return { kind: "found" }
    if (received.length === 0 && Object(expected[0]) === expected[0]) return { kind: "missing" }
  }
  const isTree = typeof expected === "object" && typeof received === "object"
  const fields = [...new Set(differences.map(({ field }) => field))].sort().slice(0, 3).join(", ")
  return isTree && fields !== "value" && fields !== ""
    ? { kind: "other_values", fields }
    : { kind: "other", suspect: suspectLoss(received) }
}

/** Every date that the suite writes has milliseconds. */
export function suspectLoss(received: unknown): string | undefined {
  const times = [...printValue(received, 4).matchAll(/Date \S+T\S+\.(\d+)Z/g)].map(([, part]) => part)
  return times.length > 0 && times.every((part) => part === "000") ? lostMilliseconds : undefined
}

const models = [
  [/Authenticator/, "a passkey"],
  [/Token/, "a verification token"],
  [/Session/, "a session"],
  [/Account/, "an account"],
  [/User/, "a user"],
] as const

/** The kind of row that an operation is about. Methods of Better Auth are about any. */
const nameRow = (operation = "a lookup"): string =>
  models.find(([pattern]) => pattern.test(operation.replace("sByUserId", "")))?.[1] ?? `a row of ${operation}`

const fieldsOf: Readonly<Record<string, RegExp>> = {
  "a user": /^(id|name|email|emailVerified|image)$/,
  "an account": /^(userId|type|provider\w*|\w+_token|expires_(at|in)|scope|token_type)$/,
  "a session": /^(sessionToken|userId|expires)$/,
  "a verification token": /^(identifier|token|expires)$/,
  "a passkey": /^(userId|providerAccountId|credential\w+|counter|transports)$/,
}

/** The kind of row that has a field: of the last call, or another one if a case reads rows of several kinds at once. */
function nameOwner(fields: string, row: string): string {
  const [field = ""] = fields.split(", ")
  const isOwn = fieldsOf[row]?.test(field) ?? true
  return isOwn ? row : (Object.keys(fieldsOf).find((name) => fieldsOf[name]?.test(field)) ?? row)
}

export const noteCall = (history: CallHistory, name: string): void => {
  history.count++
  const isRead = /^(storage\.)?(get|list|find|count)/.test(name)
  if (isRead || name === "useVerificationToken") history.lastRead = name
  if (!isRead) history.lastWrite = name
  if (/^(delete|unlink)/.test(name)) history.lastRemoval = name
}

/** The symptom as the heading of its group: cases with the same heading probably fail for the same cause. */
export function describeSymptom(symptom: Symptom, history: CallHistory, races: boolean): string {
  const { lastRead, lastWrite, lastRemoval } = history
  const row = nameRow(lastRead ?? lastWrite)
  const after = lastWrite ? ` after ${lastWrite}` : ""
  switch (symptom.kind) {
    case "lost":
      return symptom.text
    case "said":
      // A row that is left behind still has its key.
      return lastRemoval && /^(create|link)\w+ throws/.test(symptom.text)
        ? `${nameRow(lastWrite)} is left behind by ${lastRemoval}`
        : symptom.text
    case "other_values":
      return `${nameOwner(symptom.fields, row)} has another ${symptom.fields} than it should`
    case "found":
      return lastRemoval
        ? `${row} is left behind by ${lastRemoval}`
        : `${row} is found that must not be${after}`
    case "missing":
      return `${row} is missing${after}`
    case "accepted":
      return `${lastWrite ?? "a call"} accepts what it must refuse`
    case "other":
      return races
        ? `concurrent calls about ${nameRow(lastWrite ?? lastRead)} have ${vagueResults}`
        : `an unexpected result${after}`
  }
}

const vagueResults = "results that cannot all be true"

/** True if a symptom says little, even that calls were concurrent. */
export const isUnexpected = (symptom: string): boolean => symptom.startsWith("an unexpected result")

/** True if a symptom says little, so that a value that the store changed explains it better. */
export const isVague = (symptom: string): boolean => isUnexpected(symptom) || symptom.endsWith(vagueResults)
