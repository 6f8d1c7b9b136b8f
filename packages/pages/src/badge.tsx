import type { ComponentChildren, VNode } from "preact"
import "./badge.css"

type BadgeProps = {
  /** Default: neutral. */
  readonly tone?: "neutral" | "good" | "notice" | "bad"
  readonly children: ComponentChildren
}

/** A word or a number that states what something is. The text alone must carry the meaning, not the colour. */
export function Badge({ tone = "neutral", children }: BadgeProps): VNode {
  return <span class={`badge badge-${tone}`}>{children}</span>
}
