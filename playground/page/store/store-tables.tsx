import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../../packages/pages/src/button.tsx"
import type { SweepResult } from "../../protocol.ts"
import { plural } from "../format.ts"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { ModelTable } from "./model-table.tsx"

/** The five models as tables, or those of Better Auth. */
export function StoreTables(): VNode {
  const { state, command, show } = usePlayground()
  const [isSweeping, setSweeping] = useState(false)
  const isBetterAuth = state.auth === "better-auth" && state.store.isSql
  const sweep = async () => {
    setSweeping(true)
    const response = await command("sweep", {})
    setSweeping(false)
    if (response.ok)
      show(`The sweep deleted ${plural((response.result as SweepResult).deleted, "expired row")}.`)
  }
  return (
    <Section
      id="store"
      title="In the store"
      aside={
        !isBetterAuth && (
          <Button size="small" busy={isSweeping} onClick={sweep}>
            Sweep
          </Button>
        )
      }
    >
      <p class="soft">
        <code>{isBetterAuth ? "mortise/better-auth" : state.store.adapter}</code>
        {isBetterAuth && ": Better Auth's own tables, without the columns of tokens"}
      </p>
      {state.store.isDown && <p>The store is down: these are its rows when they were last read.</p>}
      <div class="tables">
        {state.tables.map((table) => (
          <ModelTable key={table.model} table={table} />
        ))}
      </div>
    </Section>
  )
}
