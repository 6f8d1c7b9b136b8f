import type { VNode } from "preact"
import { useId, useState } from "preact/hooks"
import { Button } from "../../packages/pages/src/button.tsx"
import { Dialog } from "../../packages/pages/src/dialog.tsx"
import { Progress } from "../../packages/pages/src/progress.tsx"
import type { StoreName } from "../protocol.ts"
import { plural, seconds } from "./format.ts"
import { usePlayground } from "./playground-context.ts"
import { storeLabels } from "./store-labels.ts"
import { useElapsed } from "./use-elapsed.ts"

/** Chooses the store of the demo application. It asks first, because the rows of the open store are deleted. */
export function StoreSwitch(): VNode {
  const { state, command, show } = usePlayground()
  const id = useId()
  const [asked, setAsked] = useState<StoreName>()
  const [isOpening, setOpening] = useState(false)
  const elapsed = useElapsed(isOpening)
  const { store, tables, inbox } = state
  const next = storeLabels[asked ?? store.name]
  const open = async () => {
    if (!asked) return
    setOpening(true)
    const { ok } = await command("store", { store: asked })
    setOpening(false)
    setAsked(undefined)
    if (ok) show(`${next} is open. It is new and empty.`)
  }
  const rows = tables.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div class="control">
        <label for={id}>Store</label>
        <select
          id={id}
          class="field-input control-select"
          value={asked ?? store.name}
          onChange={({ currentTarget }) => setAsked(currentTarget.value as StoreName)}
        >
          {store.available.map((name) => (
            <option key={name} value={name}>
              {storeLabels[name]}
            </option>
          ))}
        </select>
      </div>
      <Dialog
        open={asked !== undefined}
        title={`Open ${next}?`}
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button variant="primary" busy={isOpening} onClick={open}>
              Open {next}
            </Button>
            {!isOpening && (
              <Button onClick={() => setAsked(undefined)}>Keep {storeLabels[store.name]}</Button>
            )}
          </>
        }
      >
        <p>
          {next} starts empty. {plural(rows, "row")} in {storeLabels[store.name]} and{" "}
          {plural(inbox.length, "message")} in the inbox are deleted, and you are signed out.
        </p>
        {isOpening && <Progress label={`Opening ${next}, ${seconds(elapsed)}`} />}
      </Dialog>
    </>
  )
}
