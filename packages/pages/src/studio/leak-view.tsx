import type { VNode } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { focusHeading, isFocusLost } from "./focus.ts"
import { LeakForm } from "./leak-form.tsx"
import { LeakResult } from "./leak-result.tsx"
import "./leak-view.css"
import type { Studio } from "./studio.ts"
import { useRevocation } from "./use-revocation.ts"
import { useTitle } from "./use-title.ts"

/** Ends sessions, provider tokens and links of many users by a rule, after they were counted. */
export function LeakView({ studio }: { readonly studio: Studio }): VNode {
  useTitle("After a leak")
  const run = useRevocation(studio)
  const { receipt, isRunning } = run
  const result = useRef<HTMLDivElement>(null)
  // The button that was pressed may be gone or disabled. There is nothing to read before the first batch.
  useEffect(() => {
    if (isRunning && !receipt) return
    if (isFocusLost() || document.activeElement?.matches(":disabled"))
      focusHeading(receipt ? result.current : undefined)
  }, [receipt === undefined, isRunning])
  return (
    <>
      <div class="studio-head">
        <h2>After a leak</h2>
      </div>
      <p class="studio-lead">
        Somebody may have read your tables, or a provider has lost tokens. Name whom it concerns, count what
        would end, then end it, in batches that you can stop. The receipt says what was ended.
      </p>
      {studio.overview.isWritable ? (
        <>
          <LeakForm
            isBetterAuth={studio.overview.isBetterAuth}
            isDisabled={isRunning || receipt !== undefined}
            onCount={run.count}
          />
          <div ref={result}>{receipt && <LeakResult run={run} receipt={receipt} />}</div>
        </>
      ) : (
        <p>To end sessions, provider tokens and links of many users here, start the studio with --write.</p>
      )}
    </>
  )
}
