import type { Chapter } from "../../../engine/clause.ts"

/**
 * Every requirement on adapters with tenants that the cases prove.
 *
 * @example
 * ```ts
 * import { tenantCases, tenantClauses } from "@mortise/conformance/tenants"
 *
 * for (const { id, says } of tenantClauses.clauses)
 *   console.log(id, says, tenantCases.filter(({ clause }) => clause === id).length)
 * ```
 */
export const tenantClauses: Chapter = {
  title: "Tenants",
  about: "What an application relies on if one store has the rows of several tenants.",
  clauses: [
    {
      id: "TENANT-none",
      says: "A call in a tenant without the row answers, fails and stores as if no other tenant had it.",
    },
    { id: "TENANT-own", says: "A call in a tenant with the row sees and changes no other tenant's row." },
    { id: "TENANT-together", says: "Calls of several tenants at the same moment do not mix." },
    { id: "TENANT-names", says: "Different names are different tenants, and nothing else is a name." },
  ],
}
