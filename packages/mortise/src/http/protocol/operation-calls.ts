import {
  findOperation,
  type OperationName,
  operationVerbs,
  type Verb,
} from "../../contract/operation-names.ts"
import { type Argument, type Operation, operations } from "../../contract/operations.ts"
import { throwInvalidField } from "../../contract/throw-invalid.ts"
import { type Call, maxTokens, type RunOnAdapter } from "./call.ts"
import { type Codec, orNull, orUndefined } from "./codec.ts"
import { listCodec, objectCodec } from "./object-codec.ts"
import type { RowCodecs } from "./row-codecs.ts"

const writes: readonly Verb[] = ["insert", "update", "take", "removeUser"]

// The contract lets adapters return nothing from these.
const mayReturnNothing: readonly string[] = [
  "linkAccount",
  "createVerificationToken",
] satisfies OperationName[]

/** The nineteen operations as calls, from the table of operations. */
export function operationCalls(codecs: RowCodecs): Call[] {
  return Object.entries<Operation>(operations).map(([key, { takes, ...operation }]) => {
    const name = key as OperationName
    return {
      name,
      group: "operations",
      effect: writes.includes(operationVerbs[name]) ? "write" : "read",
      takes: takes.map((argument) => argumentCodec(codecs, argument)),
      returns: resultCodec(codecs, name, operation),
      bind: ({ adapter }) => bindOperation(adapter, name),
    }
  })
}

/** Many session lookups in one call, which a busy client sends. */
export function batchedSessionCall(codecs: RowCodecs): Call {
  const { returns } = operations.getSessionAndUser
  const sessionCodec = resultCodec(codecs, "getSessionAndUser", { model: "session", returns, absent: "null" })
  return {
    name: "getSessionsAndUsers",
    group: "operations",
    effect: "read",
    takes: [listCodec(codecs.field("session", "sessionToken"), "sessionTokens", maxTokens)],
    returns: listCodec(sessionCodec, "sessions", maxTokens),
    permission: "getSessionAndUser",
    bind({ adapter }) {
      const lookup = bindOperation(adapter, "getSessionAndUser") as ((token: string) => unknown) | undefined
      return (
        lookup &&
        ((tokens: readonly string[] = throwInvalidField({ name: "sessionTokens" }, "must be a list")) =>
          Promise.all(tokens.map((token) => lookup(token))))
      )
    },
  }
}

function argumentCodec(codecs: RowCodecs, argument: Argument): Codec {
  if ("row" in argument) return codecs.newRow(argument.row)
  if ("changes" in argument) return codecs.changes(argument.changes)
  return "key" in argument ? codecs.key(argument.key) : codecs.field(argument.of, argument.field)
}

function resultCodec(
  codecs: RowCodecs,
  name: OperationName,
  { model, returns, absent }: Pick<Operation, "model" | "returns" | "absent">,
): Codec {
  const row = codecs.row(model)
  if (returns === "rows") return listCodec(row, "rows")
  if (returns === "session_and_user")
    return orNull(objectCodec({ session: { codec: row }, user: { codec: codecs.row("user") } }))
  if (absent === "undefined") return orUndefined(row)
  return absent === "null" || mayReturnNothing.includes(name) ? orNull(row) : row
}

/** An operation of any adapter, called as a method: a third-party adapter may use `this`. */
function bindOperation(adapter: object, name: OperationName): RunOnAdapter | undefined {
  const operation = findOperation(adapter, name)
  return operation && ((...args) => operation.apply(adapter, args))
}
