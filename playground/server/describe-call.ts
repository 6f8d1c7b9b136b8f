import { modelOf } from "../../examples/tour/describe-call.ts"
import type { ExtraName } from "../../packages/mortise/src/contract/extras.ts"
import { type ModelName, models } from "../../packages/mortise/src/contract/models.ts"
import {
  type OperationName,
  operationVerbs,
  type Verb,
} from "../../packages/mortise/src/contract/operation-names.ts"
import { type Argument, type Operation, operations } from "../../packages/mortise/src/contract/operations.ts"
import type { Slots } from "../../packages/mortise/src/contract/slots.ts"
import type { Cell } from "../protocol.ts"
import { maskedFields } from "./mask.ts"

/** What is known about a call before it runs. */
export type DescribedCall = {
  readonly verb: CallVerb
  readonly tables: string
  readonly input: Readonly<Record<string, Cell>>
}

/** One of the seven verbs, or the sweep of the upkeep. */
type CallVerb = Verb | "sweep"

type Shape = { readonly verb: CallVerb; readonly model: ModelName; readonly takes: readonly string[] }

/**
 * The extras, the slots and the sweep have no table of their own in the contract. A name in `takes` is an argument's
 * name.
 */
const others: Readonly<Record<ExtraName | keyof Slots | "sweep", Shape>> = {
  signUp: { verb: "insert", model: "user", takes: ["rows"] },
  listSessions: { verb: "list", model: "session", takes: ["userId"] },
  listAccounts: { verb: "list", model: "account", takes: ["userId"] },
  updateAccount: { verb: "update", model: "account", takes: ["account"] },
  extendSession: { verb: "update", model: "session", takes: ["session"] },
  verifyEmail: { verb: "update", model: "user", takes: ["userId", "email", "emailVerified"] },
  dropTokens: { verb: "take", model: "verificationToken", takes: ["identifier"] },
  removeAuthenticator: { verb: "take", model: "authenticator", takes: ["credentialID"] },
  claim: { verb: "insert", model: "slot", takes: ["slot"] },
  set: { verb: "update", model: "slot", takes: ["slot"] },
  read: { verb: "find", model: "slot", takes: ["key"] },
  replace: { verb: "update", model: "slot", takes: ["slot"] },
  increment: { verb: "update", model: "slot", takes: ["key", "expires"] },
  take: { verb: "take", model: "slot", takes: ["key"] },
  sweep: { verb: "sweep", model: "session", takes: ["options"] },
}

/** Describes a call of the nineteen operations, the extras, the slots or the sweep. */
export function describeCall(name: string, args: readonly unknown[]): DescribedCall {
  const { verb, model, takes } = findShape(name)
  const named = takes.map((argument, index) => {
    const value = args[index]
    return typeof value === "object" && value !== null && !(value instanceof Date)
      ? value
      : { [argument]: value }
  })
  return { verb, tables: formatTables(verb, model), input: maskedFields(Object.assign({}, ...named)) }
}

function formatTables(verb: CallVerb, model: ModelName): string {
  if (verb === "sweep") return `${models.session.table} + ${models.verificationToken.table}`
  return verb === "findWithUser" ? `${models[model].table} + ${models.user.table}` : models[model].table
}

function findShape(name: string): Shape {
  if (!Object.hasOwn(operations, name)) return others[name as keyof typeof others]
  const { takes }: Operation = operations[name as OperationName]
  const [first] = takes
  return {
    verb: operationVerbs[name as OperationName],
    model: modelOf(first as Argument),
    takes: takes.map(toArgumentName),
  }
}

const toArgumentName = (argument: Argument): string => ("field" in argument ? argument.field : "row")

/** The number of rows that a call returned. */
export function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  if (typeof answer === "number") return answer
  return isMiss(answer) ? 0 : 1
}

const words: Readonly<Record<CallVerb, string>> = {
  insert: "stored",
  find: "found",
  list: "found",
  findWithUser: "found",
  update: "changed",
  take: "taken",
  removeUser: "removed",
  sweep: "swept",
}

/** A word for the result of a call. */
export function describeOutcome(verb: CallVerb, answer: unknown): string {
  if (answer === "refused") return "refused"
  return isMiss(answer) || (Array.isArray(answer) && answer.length === 0) ? "nothing" : words[verb]
}

const isMiss = (answer: unknown): boolean =>
  answer === null ||
  answer === undefined ||
  answer === false ||
  answer === 0 ||
  answer === "absent" ||
  answer === "refused"
