import { useEffect, useState } from "preact/hooks"
import type { PlaygroundEvent } from "../../protocol.ts"
import { applyEvent, type LiveState } from "./live-state.ts"

/** The live state, and whether the connection to the server is open. The browser reconnects automatically. */
export function useLiveState(): { readonly state: LiveState | undefined; readonly isConnected: boolean } {
  const [state, setState] = useState<LiveState>()
  const [isConnected, setConnected] = useState(true)
  useEffect(() => {
    const stream = new EventSource("/api/events")
    stream.onmessage = ({ data }) => {
      const event: PlaygroundEvent = JSON.parse(data)
      setState((current) => applyEvent(current, event))
    }
    stream.onopen = () => setConnected(true)
    stream.onerror = () => setConnected(false)
    return () => stream.close()
  }, [])
  return { state, isConnected }
}
