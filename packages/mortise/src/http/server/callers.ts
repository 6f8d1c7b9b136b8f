import { defaultSchema } from "../../contract/build-schema.ts"
import type { ModelName } from "../../contract/models.ts"
import { isTenantName } from "../../contract/tenants.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import { type Call, callGroups } from "../protocol/call.ts"
import { getCalls } from "../protocol/calls.ts"
import {
  authPermissions,
  type FieldPermission,
  fieldPermissions,
  getFieldPermission,
  type Permission,
} from "../protocol/permissions.ts"
import type { CallerRecord, ServiceKeyRecord, SigningRecord } from "../protocol/service-key.ts"
import { isWeak, strongSecret } from "../protocol/weak-secret.ts"

/** A caller, identified by the hash of its key or by its signing secret. */
export type Caller = ServiceKeyRecord | SigningRecord

/** The callers, or a function that is called for each request: a key that it leaves out is refused immediately. */
export type Callers = readonly Caller[] | (() => Awaitable<readonly Caller[]>)

const checked = new WeakSet<Caller>()

/** Throws `invalid` for records that cannot work. Checks each record once. */
export function checkCallers(records: readonly Caller[], hasTenants: boolean): readonly Caller[] {
  for (const record of records) {
    if ((record.tenants !== undefined) !== hasTenants)
      throwInvalid(
        hasTenants
          ? 'serve: a record of `keys` must name its `tenants`, as a list or as "all".'
          : "serve: a record of `keys` names `tenants`, but the adapter has none.",
      )
    if (checked.has(record)) continue
    const mistake = problemWith(record)
    if (mistake) throwInvalid(`serve: a record of \`keys\` ${mistake}.`)
    checked.add(record)
  }
  return records
}

const groupNames = [...callGroups, "auth", ...fieldPermissions, "metrics"]
const permissionNames = new Set<string>([...groupNames, ...getCalls(defaultSchema(), () => {}).keys()])

function problemWith(record: Caller): string | undefined {
  const { id, permissions, expires, tenants = "all" } = record
  if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id))
    return "must have an id of 1 to 64 letters, digits, _ and -"
  if (!Array.isArray(permissions) || !permissions.every((name) => permissionNames.has(name)))
    return `must have permissions that are calls, or some of ${groupNames.join(", ")}`
  if (tenants !== "all" && !(Array.isArray(tenants) && tenants.every(isTenantName)))
    return 'must have tenants that are a list of names, or "all"'
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

/** Whether a caller may use the tenant that a path names. Without one, there is nothing to allow. */
export const mayUseTenant = ({ tenants }: CallerRecord, tenant: string | undefined): boolean =>
  tenant === undefined || tenants === "all" || tenants?.includes(tenant) === true

/** Whether a caller may make a call. */
export function mayCall(permissions: readonly Permission[], call: Call): boolean {
  const { name, group, effect, permission = name } = call
  return permissions.some(
    (allowed) =>
      allowed === permission ||
      allowed === group ||
      (allowed === "reads" && group === "operations" && effect === "read") ||
      isInSet(allowed, permission),
  )
}

/** Whether a caller may read the secret fields of rows that it did not create. */
export function mayReadSecrets(permissions: readonly Permission[], model: ModelName): boolean {
  const needed: FieldPermission = getFieldPermission(model)
  return permissions.some((allowed) => allowed === needed || isInSet(allowed, needed))
}

const authSet: ReadonlySet<Permission> = new Set(authPermissions)
const isInSet = (allowed: Permission, needed: Permission): boolean =>
  allowed === "auth" && authSet.has(needed)
