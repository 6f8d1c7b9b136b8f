import type { VNode } from "preact"
import { Card } from "../../packages/pages/src/card.tsx"
import { EmptyState } from "../../packages/pages/src/empty-state.tsx"
import { OperationRow } from "../../playground/page/operations/operation-row.tsx"
import "../../playground/page/operations/operations.css"
import { StateDiagram } from "../../playground/page/operations/state-diagram.tsx"
import type { Run } from "./view.ts"

/** The contract's state diagram, and every action with its calls. */
export function OperationsCard({ runs }: { readonly runs: readonly Run[] }): VNode {
  const last = runs.find(({ calls }) => calls.some(({ taken }) => taken.length > 0))
  return (
    <Card title="What just happened" level={2}>
      <StateDiagram taken={last?.calls.flatMap(({ taken }) => taken) ?? []} />
      {runs.length === 0 ? (
        <EmptyState title="Nothing yet">
          Request a sign-in link, open it, and open it again. Each call of the adapter appears here.
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
        <section class="requests" tabIndex={0} aria-label="Actions and operations, newest first">
          {runs.map(({ id, title, says, failed, calls }) => (
            <article key={id} class="run">
              <h3>{title}</h3>
              <p class={failed ? "run-failed" : "soft"}>{says ?? "…"}</p>
              <ol>
                {calls.map((call) => (
                  <OperationRow key={call.id} operation={call} isTaker={call.taken.length > 0} />
                ))}
              </ol>
            </article>
          ))}
        </section>
      )}
      <p class="visually-hidden" role="status">
        {runs[0]?.says}
      </p>
    </Card>
  )
}
