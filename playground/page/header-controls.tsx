import type { VNode } from "preact"
import { Badge } from "../../packages/pages/src/badge.tsx"
import { Segmented } from "../../packages/pages/src/segmented.tsx"
import type { AuthName } from "../protocol.ts"
import { ClockControls } from "./clock-controls.tsx"
import { usePlayground } from "./playground-context.ts"
import { StoreSwitch } from "./store-switch.tsx"
import "./header.css"

const authOptions: readonly { value: AuthName; label: string }[] = [
  { value: "authjs", label: "Auth.js" },
  { value: "mortise", label: "mortise/auth" },
  { value: "better-auth", label: "Better Auth" },
]

/** The switches of the header: on which store, through which library, at what time. */
export function HeaderControls({ isConnected }: { readonly isConnected: boolean }): VNode {
  const { state, command } = usePlayground()
  const { store, auth } = state
  return (
    <>
      <StoreSwitch />
      <Segmented
        legend="Authentication library"
        options={authOptions}
        value={auth}
        onChange={(value) => command("auth", { auth: value })}
      />
      {store.isDown && <Badge tone="bad">the store is down</Badge>}
      {!isConnected && <Badge tone="bad">not connected</Badge>}
      <ClockControls />
    </>
  )
}
