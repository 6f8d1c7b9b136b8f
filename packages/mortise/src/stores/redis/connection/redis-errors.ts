/**
 * Diagnoses a failed command. The first word of a server's reply is its code. Errors of clients mean that nothing was
 * sent, or that the answer was lost: then a read is `transient` and retried, a write is `indeterminate`. Replies
 * contain no values, except the errors of scripts, whose text follows the code: only the code is passed on.
 */
import { type ErrorCode, MortiseError } from "../../../contract/errors.ts"
import { connectionProblem, wasNeverSent } from "../../../shared/connection-failures.ts"
import { showCause } from "../../../shared/console.ts"

type Meaning = readonly [code: ErrorCode, message: string]

const busy: Meaning = ["transient", "Redis was busy and changed nothing: try again."]
const denied: Meaning = [
  "unavailable",
  "Redis refused these credentials: check the user, the password, and that its ACL allows EVAL, EVALSHA and all keys of the prefix.",
]
const full: Meaning = [
  "unavailable",
  "Redis does not accept writes now: check its memory, its disk and its replicas.",
]

const replies: Readonly<Record<string, Meaning>> = {
  TRYAGAIN: busy,
  MOVED: busy,
  ASK: busy,
  CLUSTERDOWN: busy,
  LOADING: busy,
  BUSY: busy,
  MASTERDOWN: busy,
  READONLY: ["readonly", "This Redis server is a replica: connect to the primary."],
  NOREPLICAS: full,
  OOM: full,
  MISCONF: full,
  NOAUTH: denied,
  WRONGPASS: denied,
  NOPERM: denied,
  WRONGTYPE: [
    "corrupt",
    "A key under the prefix of this store holds data of another program: use another prefix.",
  ],
  CROSSSLOT: ["unavailable", "This Redis server is part of a Cluster: pass a Cluster client."],
}

const unreachable = (problem: string | undefined): string =>
  problem
    ? `Redis cannot be reached. ${problem}`
    : "Redis cannot be reached: check its address and that the client is open."

// A Cluster client gives up after 16 redirections. The last error comes from a server that applied nothing.
const redirections = /^Too many Cluster redirections\. Last error: (ReplyError: )?/

const notSent =
  /ECONNREFUSED|ENOTFOUND|ClientClosedError|ClientOfflineError|RootNodesUnavailableError|The client is closed|Stream isn't writeable|Connection is closed\.$/

/** Turns the error of a client into a `MortiseError` that contains no value. */
export function redisError(error: unknown, isRead: boolean): MortiseError {
  if (error instanceof MortiseError) return error
  showCause(error)
  const { message = "", code } = Object(error) as { message?: string; code?: string }
  const name = readErrorName(error)
  const reply = /^[A-Z]+\b/.exec(message.replace(redirections, "").replace(/^ERR /, ""))?.[0] ?? ""
  const cause = Object.assign(
    new Error([name, code, reply].filter(Boolean).join(" ")),
    code !== undefined && { code },
  )
  const meaning = Object.hasOwn(replies, reply) ? replies[reply] : undefined
  if (meaning) return new MortiseError(meaning[0], meaning[1], { cause })
  // node-redis: the command waited too long to be sent.
  if (name === "TimeoutError" || name === "MaxCommandRedirectionsError")
    return new MortiseError(busy[0], busy[1], { cause })
  if (/can't access at least one of the keys/.test(message))
    return new MortiseError(denied[0], denied[1], { cause })
  if (notSent.test(`${name} ${code} ${message}`) || wasNeverSent(error))
    return new MortiseError("unavailable", unreachable(connectionProblem(error)), { cause })
  if (name === "ReplyError" || name === "SimpleError" || name === "ErrorReply")
    return new MortiseError("unavailable", "Redis refused the command: check its version and settings.", {
      cause,
    })
  return isRead
    ? new MortiseError("transient", "The answer of Redis was lost: try again.", { cause })
    : new MortiseError(
        "indeterminate",
        "The answer of Redis was lost, so the change may have been applied: check before you repeat it.",
        { cause },
      )
}

/** The name of an error. The errors of node-redis have only the names of their classes. */
const readErrorName = (error: unknown): string =>
  error instanceof Error && error.name === "Error" ? error.constructor.name : String(Object(error).name)
