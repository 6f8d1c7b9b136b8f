import type { ComponentChildren, VNode } from "preact"

type RemarkProps = {
  /** Bad: something failed. Default: notice. */
  readonly tone?: "notice" | "bad"
  readonly children: ComponentChildren
}

/** A sentence that explains what the person sees, at the place where it happened. Screen readers announce it. */
export function Remark({ tone = "notice", children }: RemarkProps): VNode {
  return (
    <p class={`remark remark-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </p>
  )
}
