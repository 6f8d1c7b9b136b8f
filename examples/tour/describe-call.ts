import type { Field } from "../../packages/mortise/src/contract/fields.ts"
import { type ModelName, models } from "../../packages/mortise/src/contract/models.ts"
import { operationVerbs, type Verb } from "../../packages/mortise/src/contract/operation-names.ts"
import { type Argument, type Operation, operations } from "../../packages/mortise/src/contract/operations.ts"
import type { Call } from "./watch.ts"

type Row = Readonly<Record<string, unknown>>

/** The printed parts of a call. */
export type Described = {
  readonly operation: string
  readonly verb: string
  readonly tables: string
  /** The keys of the row, and its secrets, masked. */
  readonly row: string
  readonly outcome: string
}

const mask = "••••••"

/** Describes a call, based on the table of operations and the models. */
export function describeCall({ operation, args, answer }: Call): Described {
  const { takes, model, returns }: Operation = operations[operation]
  const verb = operationVerbs[operation]
  const named = modelOf(takes[0] as Argument)
  const given = Object.assign({}, ...takes.map((argument, nth) => fieldsIn(argument, args[nth])))
  const answered = returns === "session_and_user" ? (answer as { session: Row } | null)?.session : answer
  const row = { ...given, ...(model === named ? (answered as Row | null) : null) }
  return {
    operation,
    verb,
    tables: verb === "findWithUser" ? `${models[named].table} + ${models.user.table}` : models[named].table,
    row: shown(named, row),
    outcome: outcomes[verb](answer),
  }
}

const wordOrNothing = (word: string) => (answer: unknown) => (answer ? word : "nothing")

const outcomes: Readonly<Record<Verb, (answer: unknown) => string>> = {
  insert: wordOrNothing("stored"),
  find: wordOrNothing("found"),
  list: (answer) => `${(answer as unknown[]).length} found`,
  findWithUser: wordOrNothing("found"),
  update: wordOrNothing("changed"),
  take: wordOrNothing("taken"),
  removeUser: wordOrNothing("removed"),
}

/** The model that an argument belongs to. */
export function modelOf(argument: Argument): ModelName {
  if ("row" in argument) return argument.row
  if ("changes" in argument) return argument.changes
  return "key" in argument ? argument.key : argument.of
}

const fieldsIn = (argument: Argument, value: unknown): Row =>
  "field" in argument ? { [argument.field]: value } : (value as Row)

function shown(model: ModelName, row: Row): string {
  const fields: [string, Field][] = Object.entries(models[model].fields)
  const keys: readonly string[] = models[model].keys.flat()
  return fields
    .filter(([name, { secret }]) => (secret || keys.includes(name)) && (row[name] ?? null) !== null)
    .map(([name, { secret }]) => `${name}=${secret ? mask : row[name]}`)
    .join(" ")
}
