import type { ComponentChildren, VNode } from "preact"
import "./empty-state.css"

type EmptyStateProps = {
  readonly title: string
  /** What to do next. */
  readonly children: ComponentChildren
  /** A button below the text. */
  readonly action?: ComponentChildren
}

/** Stands where data will be, and says how to get some. */
export function EmptyState({ title, children, action }: EmptyStateProps): VNode {
  return (
    <div class="empty-state">
      <p>
        <strong>{title}</strong>
      </p>
      <p class="soft">{children}</p>
      {action}
    </div>
  )
}
