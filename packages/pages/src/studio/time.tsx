import type { VNode } from "preact"
import { distanceTo } from "./distance-to.ts"

type TimeProps = {
  /** An ISO text. */
  readonly iso: string
  /** Adds how far away it is, or leaves out the time of the day. */
  readonly show?: "distance" | "day"
}

/** A point in time in UTC. Its title is the exact value. */
export function Time({ iso, show }: TimeProps): VNode {
  const day = iso.slice(0, 10)
  return (
    <span class="studio-time">
      <time dateTime={iso} title={iso}>
        {show === "day" ? day : `${day} ${iso.slice(11, 16)} UTC`}
      </time>
      {show === "distance" && <span class="soft"> {distanceTo(Date.parse(iso), Date.now())}</span>}
    </span>
  )
}
