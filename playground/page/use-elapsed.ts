import { useEffect, useState } from "preact/hooks"

/** The milliseconds since `isRunning` became true, updated every second; zero while it is false. */
export function useElapsed(isRunning: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    setElapsed(0)
    if (!isRunning) return
    const began = performance.now()
    const timer = setInterval(() => setElapsed(performance.now() - began), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return elapsed
}
