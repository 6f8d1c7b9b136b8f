import type { VNode } from "preact"

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
      {show === "distance" && <span class="soft"> {distanceTo(Date.parse(iso))}</span>}
    </span>
  )
}

const units = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** "in 3 days", "2 hours ago". */
function distanceTo(time: number): string {
  const seconds = (time - Date.now()) / 1000
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1]
  return relative.format(Math.trunc(seconds / length), unit)
}
