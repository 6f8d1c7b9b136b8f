import type { SharedContext, SuiteCase } from "../../../engine/case.ts"
import { createListCases, createListTable } from "../../../engine/list-cases.ts"
import type { CaseData } from "../data.ts"
import type { OpenedTenant } from "./open-tenant.ts"

/** One property of an adapter that keeps tenants apart. */
export type TenantCase = SuiteCase<TenantContext>

/** What a case works with: tenants, fresh data, expectations, and control over timing. */
export type TenantContext = SharedContext & TenantTools

export type TenantTools = CaseData & {
  /** Calls `forTenant` with a value that need not be a name. */
  callForTenant(name: unknown): Promise<object>
  openTenant(name: string): Promise<OpenedTenant>
  /** A new name of lower-case letters and digits, which leaves room for more letters. */
  newName(): string
}

export const listCases = createListCases<TenantContext>()

export const listTable = createListTable<TenantContext>()
