import { besideOthers } from "./beside-others.ts"
import type { TenantCase } from "./case.ts"
import { names } from "./names.ts"
import { together } from "./together.ts"

/**
 * All cases about tenants.
 *
 * @example
 * ```ts
 * import { tenantCases } from "@mortise/conformance/tenants"
 *
 * console.log(tenantCases.map(({ id, title }) => `${id}: ${title}`))
 * ```
 */
export const tenantCases: readonly TenantCase[] = [...besideOthers, ...together, ...names]
