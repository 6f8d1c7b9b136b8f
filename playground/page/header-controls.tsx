import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../../packages/pages/src/badge.tsx"
import { Segmented } from "../../packages/pages/src/segmented.tsx"
import type { AuthName, StoreName } from "../protocol.ts"
import { ClockControls } from "./clock-controls.tsx"
import { usePlayground } from "./playground-context.ts"

const storeLabels: Readonly<Record<StoreName, string>> = {
  sqlite: "SQLite",
  memory: "memory",
  pglite: "PGlite",
  postgres: "PostgreSQL",
  mariadb: "MariaDB",
  redis: "Redis",
}

const authOptions: readonly { value: AuthName; label: string }[] = [
  { value: "authjs", label: "Auth.js" },
  { value: "mortise", label: "mortise/auth" },
]

/** The switches of the header: on which store, through which library, at what time. */
export function HeaderControls({ isConnected }: { readonly isConnected: boolean }): VNode {
  const { state, command, show } = usePlayground()
  const [opening, setOpening] = useState<StoreName>()
  const { store, auth } = state
  const openStore = async (name: StoreName) => {
    setOpening(name)
    const { ok } = await command("store", { store: name })
    setOpening(undefined)
    if (ok) show(`${storeLabels[name]} is open. It is new and empty.`)
  }
  return (
    <>
      <Segmented
        legend="Store"
        options={store.available.map((value) => ({ value, label: storeLabels[value] }))}
        value={opening ?? store.name}
        onChange={openStore}
        disabled={opening !== undefined}
      />
      <Segmented
        legend="Authentication library"
        options={authOptions}
        value={auth}
        onChange={(value) => command("auth", { auth: value })}
      />
      {opening && <Badge tone="notice">opening {storeLabels[opening]} …</Badge>}
      {store.isDown && <Badge tone="bad">the store is down</Badge>}
      {!isConnected && <Badge tone="bad">not connected</Badge>}
      <ClockControls />
    </>
  )
}
