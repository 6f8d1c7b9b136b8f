import type { VNode } from "preact"
import { useCallback, useMemo } from "preact/hooks"
import { EmptyState } from "../../packages/pages/src/empty-state.tsx"
import { Shell } from "../../packages/pages/src/shell.tsx"
import { Toasts, useToasts } from "../../packages/pages/src/toasts.tsx"
import { Application } from "./application/application.tsx"
import { Documentation } from "./documentation.tsx"
import { HeaderControls } from "./header-controls.tsx"
import { Laboratory } from "./laboratory/laboratory.tsx"
import { sendCommand } from "./live/send-command.ts"
import { useLiveState } from "./live/use-live-state.ts"
import { Operations } from "./operations/operations.tsx"
import { PlaygroundContext, type PlaygroundTools } from "./playground-context.ts"
import { StoreTables } from "./store/store-tables.tsx"
import { Views } from "./views.tsx"
import "./playground.css"
import "./plain-pages.css"

/** The whole page. */
export function Playground(): VNode {
  const { state, isConnected } = useLiveState()
  const { toasts, show, close } = useToasts()
  const command: PlaygroundTools["command"] = useCallback(
    async (name, body) => {
      const response = await sendCommand(name, body)
      if (!response.ok) show(response.message, "bad")
      return response
    },
    [show],
  )
  const tools = useMemo(() => state && { state, command, show }, [state, command, show])
  if (!tools)
    return (
      <Shell page="playground">
        <EmptyState title="Connecting …">The page appears when the server responds.</EmptyState>
      </Shell>
    )
  return (
    <PlaygroundContext.Provider value={tools}>
      <Shell page="playground" controls={<HeaderControls isConnected={isConnected} />}>
        <Views>
          <Laboratory />
          <div class="columns">
            <Application />
            <Operations />
            <StoreTables />
          </div>
        </Views>
        <Documentation />
      </Shell>
      <Toasts toasts={toasts} onClose={close} />
    </PlaygroundContext.Provider>
  )
}
