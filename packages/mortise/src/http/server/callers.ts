import { MortiseError } from "../../contract/errors.ts"
import { defaultSchema } from "../../contract/schema.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import { type Call, callGroups } from "../protocol/call.ts"
import { callsOf } from "../protocol/calls.ts"
import type { CallerRecord, Permission, ServiceKeyRecord, SigningRecord } from "../protocol/service-key.ts"
import { isWeak, strongSecret } from "../protocol/weak-secret.ts"

/** A caller, identified by the hash of its key or by its signing secret. */
export type Caller = ServiceKeyRecord | SigningRecord

/** The callers, or a function that is called for each request: a key that it leaves out is refused at once. */
export type Callers = readonly Caller[] | (() => Awaitable<readonly Caller[]>)

const checked = new WeakSet<Caller>()

/** Throws `invalid` for records that cannot work. Checks each record once. */
export function checkCallers(records: readonly Caller[]): readonly Caller[] {
  for (const record of records) {
    if (checked.has(record)) continue
    const mistake = problemWith(record)
    if (mistake) throw new MortiseError("invalid", `serve: a record of \`keys\` ${mistake}.`)
    checked.add(record)
  }
  return records
}

const permissionNames = new Set<string>([...callGroups, ...callsOf(defaultSchema(), () => {}).keys()])

function problemWith(record: Caller): string | undefined {
  const { id, permissions, expires } = record
  if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id))
    return "must have an id of 1 to 64 letters, digits, _ and -"
  if (!Array.isArray(permissions) || !permissions.every((name) => permissionNames.has(name)))
    return `must have permissions that are calls or groups: ${callGroups.join(", ")}`
  if (expires !== undefined && !(expires instanceof Date && !Number.isNaN(expires.getTime())))
    return "must have a Date as expires"
  if ("secret" in record)
    return typeof record.secret === "string" && record.secret.length >= 32 && !isWeak(record.secret)
      ? undefined
      : `must have a secret of at least 32 characters, with ${strongSecret}`
  return typeof record.hash === "string" && /^[\w-]{43}$/.test(record.hash)
    ? undefined
    : "must have the hash that createServiceKey returned"
}

export const isUnexpired = ({ expires }: CallerRecord, now: number): boolean =>
  expires === undefined || now < expires.getTime()

/** Whether a caller may make a call. */
export function mayCall(
  permissions: readonly Permission[],
  { name, group, effect, permission }: Call,
): boolean {
  return permissions.some(
    (allowed) =>
      allowed === (permission ?? name) ||
      allowed === group ||
      (allowed === "reads" && group === "operations" && effect === "read"),
  )
}
