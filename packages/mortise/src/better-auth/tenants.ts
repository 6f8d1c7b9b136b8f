import { getEndpoint } from "../contract/auth-endpoint.ts"
import { storageParts, type ToolTenant } from "../contract/auth-storage.ts"
import { checkTenant } from "../contract/tenants.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"

/** Finds the tenant of the call that is made now. */
export type FindTenant = () => string | undefined

/** The column that all tables have, if they have the rows of several tenants. */
export const tenantColumn = "tenant"

/** What the check of Better Auth's options uses. */
export const checkParts = { getEndpoint, storageParts, tenantColumn, throwInvalid } as const

/** A function that returns the tenant of the call that is made now, and throws `invalid` if it has none. */
export function createTenantReader(findTenant: FindTenant, chosen: ToolTenant): () => string {
  if (typeof findTenant !== "function") throwInvalid("`tenant` must be a function.")
  return () => {
    const tenant = chosen.name ?? findTenant()
    if (tenant === undefined)
      throwInvalid("`tenant` named no tenant for this call: make it inside tenants.run(name, () => …).")
    checkTenant(tenant)
    return tenant
  }
}
