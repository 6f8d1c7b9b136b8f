import type { VNode } from "preact"
import { EmptyState } from "../../../packages/pages/src/empty-state.tsx"
import { type Entry, lastTransitions, listEntries } from "../../history.ts"
import type { RequestRecord } from "../../protocol.ts"
import type { LiveState } from "../live/live-state.ts"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { OperationRow } from "./operation-row.tsx"
import { StateDiagram } from "./state-diagram.tsx"
import "./operations.css"

const maxShown = 12

/** The live view: the state diagram, and every operation below the request that caused it. */
export function Operations(): VNode {
  const { state } = usePlayground()
  const taken = lastTransitions(state)
  const takers = new Set(taken.map(({ operationId }) => operationId))
  const entries = shownEntries(state)
  return (
    <Section id="operations" title="What just happened">
      {state.auth === "better-auth" ? (
        <p class="soft">
          The calls of Better Auth to <code>mortiseDatabase</code>. The state diagram belongs to Mortise's own
          contract, so it is not shown.
        </p>
      ) : (
        <StateDiagram taken={taken.map(({ name }) => name)} />
      )}
      {entries.length === 0 ? (
        <EmptyState title="Nothing yet">
          Sign in: each call of the adapter appears here with its statement and time.
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
        <section class="requests" tabIndex={0} aria-label="Requests and operations, newest first">
          {entries.map(({ id, request, operations }) => (
            <article key={id} class="request">
              <h3 class="request-line">
                <RequestLine request={request} />
              </h3>
              <ol>
                {operations.map((operation) => (
                  <OperationRow key={operation.id} operation={operation} isTaker={takers.has(operation.id)} />
                ))}
              </ol>
            </article>
          ))}
        </section>
      )}
    </Section>
  )
}

function RequestLine({ request }: { readonly request: RequestRecord | undefined }): VNode {
  if (!request) return <span>By the playground</span>
  return (
    <>
      <span>{request.method}</span> <span class="request-path">{request.path}</span>{" "}
      <span class={request.status !== undefined && request.status >= 400 ? "request-failed" : undefined}>
        {request.status ?? "…"}
      </span>
    </>
  )
}

/** The newest entries first. A request that succeeded without a call of the adapter is left out. */
const shownEntries = (state: LiveState): readonly Entry[] =>
  listEntries(state)
    .filter(({ request, operations }) => operations.length > 0 || (request?.status ?? 200) >= 400)
    .reverse()
    .slice(0, maxShown)
