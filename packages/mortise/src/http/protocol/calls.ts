import type { Json } from "../../contract/fields.ts"
import type { Schema } from "../../contract/schema.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { ownData } from "../../shared/own-data.ts"
import type { Call, CallName } from "./call.ts"
import { extraCalls } from "./extra-calls.ts"
import { batchedSessionCall, operationCalls } from "./operation-calls.ts"
import { type RowCodecs, rowCodecs } from "./row-codecs.ts"
import { slotCalls } from "./slot-calls.ts"
import type { Warn } from "./unknown-fields.ts"
import { upkeepCalls } from "./upkeep-calls.ts"

/** Every call of the protocol, by name. */
export type Calls = ReadonlyMap<string, Call>

const compiled = new WeakMap<Schema, WeakMap<Warn, Calls>>()

/** The calls of a schema, compiled once, because frameworks create an adapter for each request. */
export function getCalls(schema: Schema, warn: Warn): Calls {
  const callsByWarn = compiled.get(schema) ?? new WeakMap<Warn, Calls>()
  compiled.set(schema, callsByWarn)
  const calls = callsByWarn.get(warn) ?? compile(schema, warn)
  callsByWarn.set(warn, calls)
  return calls
}

function compile(schema: Schema, warn: Warn): Calls {
  return new Map(callsWith(schema, rowCodecs(schema, warn)).map((call) => [call.name, call]))
}

/** Every call of the protocol, with these codecs of rows. */
export const callsWith = (schema: Schema, codecs: RowCodecs): Call[] => [
  ...operationCalls(codecs),
  batchedSessionCall(codecs),
  ...extraCalls(codecs),
  ...upkeepCalls(codecs, schema),
  ...slotCalls(codecs),
]

/** A call that the protocol is known to have. */
export function callNamed(calls: Calls, name: CallName): Call {
  const call = calls.get(name)
  if (!call) throw new TypeError(`The protocol has no call ${name}`)
  return call
}

/** The arguments of a call as JSON. Trailing arguments that are undefined are left out. */
export function encodeArguments({ takes }: Call, args: readonly unknown[]): Json[] {
  const values = takes.map((_, index) => args[index])
  const count = values.findLastIndex((value) => value !== undefined) + 1
  return takes.slice(0, count).map(({ encode }, index) => encode(values[index]))
}

/** The arguments in the body of a request. */
export function decodeArguments({ takes }: Call, body: unknown): unknown[] {
  const members = ownData(body)
  const args = members?.["args"]
  if (!Array.isArray(args) || Object.keys(members ?? {}).length !== 1 || args.length > takes.length)
    throwInvalid('The body must be { "args": [ … ] } with the arguments of the call.')
  return takes.slice(0, args.length).map(({ decode }, index) => decode(args[index]))
}
