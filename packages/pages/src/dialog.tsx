import type { ComponentChildren, VNode } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import "./dialog.css"

type DialogProps = {
  readonly open: boolean
  readonly title: string
  readonly children: ComponentChildren
  /** The buttons. The one that the Enter key should press is first. */
  readonly actions: ComponentChildren
  /** The person pressed Escape, or the browser closed the dialog. */
  readonly onClose: () => void
}

/** A modal dialog. The browser traps the focus and returns it to the control that opened the dialog. */
export function Dialog({ open, title, children, actions, onClose }: DialogProps): VNode {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
  }, [open])
  // The event comes late: the dialog may be open again, for the next question.
  const onClosed = () => open && !dialog.current?.open && onClose()
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClosed}>
      <h2 id={id}>{title}</h2>
      {open && children}
      <div class="dialog-actions">{actions}</div>
    </dialog>
  )
}
