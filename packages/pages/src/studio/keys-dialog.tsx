import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../button.tsx"
import { Dialog } from "../dialog.tsx"
import { areLettersOn, keys, turnLetters } from "./use-keys.ts"

type KeysDialogProps = { readonly open: boolean; readonly onClose: () => void }

/** What the keys do. */
export function KeysDialog({ open, onClose }: KeysDialogProps): VNode {
  const [isOn, setOn] = useState(areLettersOn)
  const change = (value: boolean) => {
    turnLetters(value)
    setOn(value)
  }
  return (
    <Dialog
      open={open}
      title="Keys"
      onClose={onClose}
      actions={
        <Button variant="primary" autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl class="studio-keys">
        {keys.map(([names, effect]) => (
          <div key={effect}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <label class="studio-check">
        <input type="checkbox" checked={isOn} onChange={() => change(!isOn)} />
        Use letters, digits and signs as keys
      </label>
    </Dialog>
  )
}
