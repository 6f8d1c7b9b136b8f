import { examine, formatPlace, isExaminable, listFixes } from "../tables/examine.ts"
import type { Health } from "./api-types.ts"
import type { Context } from "./context.ts"

/** What `mortise doctor` finds. */
export async function checkHealth({ store }: Context): Promise<Health> {
  if (!(await isExaminable(store.adapter))) return { findings: null }
  const { findings, schema } = await examine(store.adapter)
  return {
    findings: findings.map((finding) => ({
      severity: finding.severity,
      code: finding.code,
      place: formatPlace(finding),
      why: finding.why,
      fix: listFixes(finding, schema),
    })),
  }
}
