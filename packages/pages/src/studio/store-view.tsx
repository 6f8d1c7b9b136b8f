import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { CountsCard } from "./counts-card.tsx"
import { HealthCard } from "./health-card.tsx"
import type { Studio } from "./studio.ts"
import { SweepCard } from "./sweep-card.tsx"

/** The store as a whole: how many rows it has, expired rows, and drift of its tables. */
export function StoreView({ studio }: { readonly studio: Studio }): VNode {
  // A new number makes the counts load again.
  const [sweeps, setSweeps] = useState(0)
  return (
    <>
      <h2 class="visually-hidden">Store</h2>
      <CountsCard key={sweeps} models={studio.overview.models} />
      <SweepCard studio={studio} onSwept={() => setSweeps(sweeps + 1)} />
      <HealthCard />
    </>
  )
}
