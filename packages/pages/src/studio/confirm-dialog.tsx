import type { ComponentChildren, VNode } from "preact"
import { Button } from "../button.tsx"
import { Dialog } from "../dialog.tsx"

type ConfirmDialogProps = {
  readonly open: boolean
  /** A question. */
  readonly title: string
  /** What will happen. */
  readonly children: ComponentChildren
  /** The verb of the question. */
  readonly confirm: string
  readonly busy: boolean
  /** Shown instead of Cancel while the dialog waits for something that cannot be cancelled. */
  readonly waiting?: string | undefined
  /** False while something is missing. Default: true. */
  readonly isReady?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps): VNode {
  const { open, title, children, confirm, busy, waiting, isReady = true, onConfirm, onClose } = props
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={busy} disabled={!isReady} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button busy={waiting !== undefined} onClick={onClose}>
            {waiting ?? "Cancel"}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
