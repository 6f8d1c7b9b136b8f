import type { VNode } from "preact"
import "./skeleton.css"

type SkeletonProps = {
  /** What is loading, for screen readers: "Loading users". */
  readonly label: string
  /** How many lines to draw. Default: 3. */
  readonly lines?: number
}

/** Grey lines where data will be. They appear after a moment, so that a quick answer does not flash. */
export function Skeleton({ label, lines = 3 }: SkeletonProps): VNode {
  return (
    <div class="skeleton">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
