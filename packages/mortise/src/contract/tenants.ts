import type { HasInternals, MortiseAdapter } from "./adapter.ts"
import type { mortise } from "./has-internals.ts"
import { internals } from "./internals.ts"
import { throwInvalid } from "./throw-invalid.ts"

/**
 * What a factory returns with `tenants: true`: a function that returns the adapter of one tenant. It does no I/O and is
 * cheap, so call it for every request.
 */
export type ForTenant<A extends HasInternals = MortiseAdapter> = ((tenant: string) => A) &
  Pick<A, typeof mortise>

declare const wall: unique symbol

/** A second wall between tenants, such as `rowLevelSecurity` of `mortise/row-level-security`. */
export type TenantWall = { readonly [wall]: true }

/** What a factory returns, with or without `tenants`. */
export type Tenanted<T extends boolean | TenantWall, A extends HasInternals> = [T] extends [true | TenantWall]
  ? ForTenant<A>
  : A

/** The scope of the slots that list the tenants by name. It is not the name of a tenant. */
export const tenantRegistry = "*"

/** The states of a tenant. The count of its slot in the registry is the position of its state. */
export const tenantStates = ["active", "removing", "removed"] as const

/** One of `tenantStates`. */
export type TenantState = (typeof tenantStates)[number]

/** How long a process relies on what it has read about a tenant. A removal waits longer before it deletes anything. */
export const tenantTrustMs = 30_000

/** The form of a name. */
export const tenantForm = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Whether a value is the name of a tenant. */
export const isTenantName = (tenant: unknown): tenant is string =>
  typeof tenant === "string" && tenantForm.test(tenant)

/** Whether a factory with `tenants: true`, or a layer around what it returned, made this function. */
export const isForTenant = <A>(adapter: A): adapter is A & ForTenant =>
  typeof adapter === "function" && internals(adapter) !== undefined

/** Throws `invalid` where the function was passed as an adapter, such as to `createAuth`, which calls it with an object. */
export const throwNoTenant = (): never =>
  throwInvalid("This is a function of a tenant: pass forTenant(name).")

/** Throws `invalid` for anything but the name of a tenant. */
export function checkTenant(tenant: unknown): asserts tenant is string {
  if (typeof tenant === "object") throwNoTenant()
  if (!isTenantName(tenant)) throwInvalid("The name of a tenant must match [a-z0-9][a-z0-9_-]{0,62}.")
}
