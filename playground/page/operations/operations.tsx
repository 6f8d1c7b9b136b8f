import type { VNode } from "preact"
import { EmptyState } from "../../../packages/pages/src/empty-state.tsx"
import type { OperationRecord, RequestRecord } from "../../protocol.ts"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { lastTransitions } from "./last-transitions.ts"
import { OperationRow } from "./operation-row.tsx"
import { StateDiagram } from "./state-diagram.tsx"
import "./operations.css"

const shownRequests = 12

/** The live view: the state diagram, and every operation below the request that caused it. */
export function Operations(): VNode {
  const { state } = usePlayground()
  const taken = lastTransitions(state.transitions, state.operations)
  const takers = new Set(taken.map(({ operationId }) => operationId))
  const groups = groupByRequest(state.requests, state.operations)
  return (
    <Section id="operations" title="What just happened">
      <StateDiagram taken={taken.map(({ name }) => name)} />
      {groups.length === 0 ? (
        <EmptyState title="Nothing yet">
          Sign in: each call of the adapter appears here with its statement and time.
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
        <section class="requests" tabIndex={0} aria-label="Requests and operations, newest first">
          {groups.map(({ id, request, operations }) => (
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

type Group = {
  readonly id: string
  /** Undefined for the calls of a tool of the playground. */
  readonly request: RequestRecord | undefined
  readonly operations: readonly OperationRecord[]
}

/**
 * The newest requests with their operations in order. A request that succeeded without a call of the adapter is left
 * out. A call without a request is a group of its own.
 */
function groupByRequest(
  requests: readonly RequestRecord[],
  operations: readonly OperationRecord[],
): readonly Group[] {
  const groups = new Map<string, OperationRecord[]>(requests.map(({ id }) => [id, []]))
  for (const operation of operations) {
    const id = operation.requestId ?? operation.id
    groups.set(id, [...(groups.get(id) ?? []), operation])
  }
  return [...groups]
    .map(([id, own]) => ({ id, request: requests.find((each) => each.id === id), operations: own }))
    .filter(({ request, operations: own }) => own.length > 0 || (request?.status ?? 200) >= 400)
    .reverse()
    .slice(0, shownRequests)
}
