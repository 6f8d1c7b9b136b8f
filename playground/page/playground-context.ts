import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Toast } from "../../packages/pages/src/toasts.tsx"
import type { CommandName, CommandResponse, Commands } from "../protocol.ts"
import type { LiveState } from "./live/live-state.ts"

/** What every part of the page can use. */
export type PlaygroundTools = {
  readonly state: LiveState
  /** Sends a command and shows the message of a refusal. */
  readonly command: <Name extends CommandName>(name: Name, body: Commands[Name]) => Promise<CommandResponse>
  readonly show: (text: string, tone?: Toast["tone"]) => void
}

export const PlaygroundContext = createContext<PlaygroundTools | undefined>(undefined)

export function usePlayground(): PlaygroundTools {
  const tools = useContext(PlaygroundContext)
  if (!tools) throw new Error("Render this component inside PlaygroundContext.")
  return tools
}
