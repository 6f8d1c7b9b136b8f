import type { ComponentProps, VNode } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { ErrorBanner } from "../error-banner.tsx"
import { focusHeading } from "./focus.ts"

/** The banner of a view. When a retry succeeds, the focus moves to the heading of the view. */
export function ProblemBanner(props: ComponentProps<typeof ErrorBanner>): VNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(
    () => () => {
      // The heading may appear at the same time.
      if (box.current?.contains(document.activeElement)) setTimeout(focusHeading)
    },
    [],
  )
  return (
    <div ref={box}>
      <ErrorBanner {...props} />
    </div>
  )
}
