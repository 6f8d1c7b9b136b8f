import type { VNode } from "preact"
import { CountsCard } from "./counts-card.tsx"
import { formatPlace } from "./format-place.ts"
import { HealthCard, useHealth } from "./health-card.tsx"
import { ProblemBanner } from "./problem-banner.tsx"
import type { Studio } from "./studio.ts"
import { SweepCard } from "./sweep-card.tsx"
import { useCounts } from "./use-counts.ts"
import { useTitle } from "./use-title.ts"

/** The store as a whole: how many rows it has, expired rows, and drift of its tables. */
export function StoreView({ studio }: { readonly studio: Studio }): VNode {
  useTitle("Store")
  const { models, isBetterAuth } = studio.overview
  const counts = useCounts(models)
  const health = useHealth()
  const states = models.map(counts.getState)
  const problems = [health.problem, ...states.map(({ problem }) => problem)]
  const causes = [...new Set(problems.flatMap((problem) => problem?.message ?? []))]
  const retry = () => {
    counts.reload()
    if (health.problem) health.check()
  }
  return (
    <>
      <div class="studio-head">
        <h2>Store</h2>
        <p class="soft">{formatPlace(studio.overview)}</p>
      </div>
      {causes.length > 0 && (
        <ProblemBanner
          title="The store cannot be read"
          onRetry={retry}
          isRetrying={health.isChecking || states.some(({ isLoading }) => isLoading)}
        >
          {causes.join(" ")}
        </ProblemBanner>
      )}
      <CountsCard models={models} counts={counts} />
      <SweepCard studio={studio} onSwept={counts.reload} />
      <HealthCard health={health} isBetterAuth={isBetterAuth} />
    </>
  )
}
