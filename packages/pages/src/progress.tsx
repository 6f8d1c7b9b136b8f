import type { VNode } from "preact"
import { useId } from "preact/hooks"
import "./progress.css"

type ProgressProps = {
  readonly label: string
  /** Undefined if the work cannot be counted. */
  readonly done?: number
  /** Undefined while the amount of work is unknown. */
  readonly total?: number
}

/** How much of a long action is done, as a bar and in numbers. */
export function Progress({ label, done, total }: ProgressProps): VNode {
  const id = useId()
  return (
    <div class="progress">
      <label for={id}>{label}</label>
      {done !== undefined && <span class="soft">{total === undefined ? done : `${done} of ${total}`}</span>}
      <progress id={id} {...(done !== undefined && total !== undefined && { value: done, max: total })} />
    </div>
  )
}
