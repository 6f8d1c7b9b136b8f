import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Button } from "../../packages/pages/src/button.tsx"
import type { ClockState } from "../protocol.ts"
import { clockTime } from "./format.ts"
import { usePlayground } from "./playground-context.ts"

const hourMs = 3_600_000
const steps = [
  { label: "+1 hour", advanceMs: hourMs },
  { label: "+1 day", advanceMs: 24 * hourMs },
  { label: "+30 days", advanceMs: 30 * 24 * hourMs },
] as const

/** The clock of the playground, and buttons that move it. */
export function ClockControls(): VNode {
  const { state, command } = usePlayground()
  const now = useTicking(state.clock)
  return (
    <fieldset class="clock">
      <legend class="visually-hidden">Clock</legend>
      <time dateTime={new Date(now).toISOString()}>{clockTime(now)}</time>
      {steps.map(({ label, advanceMs }) => (
        <Button key={label} size="small" onClick={() => command("clock", { advanceMs })}>
          {label}
        </Button>
      ))}
      <Button
        size="small"
        disabled={state.clock.offsetMs === 0}
        onClick={() => command("clock", { reset: true })}
      >
        Now
      </Button>
    </fieldset>
  )
}

/** The time of the playground, updated every second. The clock of the browser may differ from that of the server. */
function useTicking(clock: ClockState): number {
  const [elapsed, setElapsed] = useState({ clock, ms: 0 })
  useEffect(() => {
    const receivedAt = performance.now()
    const timer = setInterval(() => setElapsed({ clock, ms: performance.now() - receivedAt }), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return clock.now + (elapsed.clock === clock ? elapsed.ms : 0)
}
