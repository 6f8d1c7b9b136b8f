import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Button } from "../../packages/pages/src/button.tsx"
import type { ClockState } from "../protocol.ts"
import { dayAndMonth, plural, timeOfDay } from "./format.ts"
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
      <legend class="visually-hidden">Clock of the playground</legend>
      <p class="clock-face">
        <span class="clock-label">
          Clock
          {state.clock.offsetMs > 0 && <span class="clock-ahead">, {ahead(state.clock.offsetMs)} ahead</span>}
        </span>
        <time dateTime={new Date(now).toISOString()}>
          {dayAndMonth(now)} <span class="clock-year">{new Date(now).getFullYear()} </span>
          {timeOfDay(now)}
        </time>
      </p>
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

/** "1 hour", "31 days". */
function ahead(ms: number): string {
  const hours = Math.round(ms / hourMs)
  return hours < 24 ? plural(hours, "hour") : plural(Math.floor(hours / 24), "day")
}

/** The playground's time, updated every second. The browser's clock may differ from the server's. */
function useTicking(clock: ClockState): number {
  const [elapsed, setElapsed] = useState({ clock, ms: 0 })
  useEffect(() => {
    const receivedAt = performance.now()
    const timer = setInterval(() => setElapsed({ clock, ms: performance.now() - receivedAt }), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return clock.now + (elapsed.clock === clock ? elapsed.ms : 0)
}
