import type { VNode } from "preact"
import { useCallback, useRef, useState } from "preact/hooks"
import { Button } from "./button.tsx"
import "./toasts.css"

export type Toast = { readonly id: number; readonly tone: "good" | "bad"; readonly text: string }

const visibleMs = 6000
const maxToasts = 3

/** The messages to show, and a function that adds one. Errors stay until the person closes them. */
export function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (text: string, tone: Toast["tone"] = "good") => {
      const id = performance.now()
      // The same message twice, or many messages, would only cover more of the page.
      setToasts((all) =>
        [...all.filter((toast) => toast.text !== text), { id, tone, text }].slice(-maxToasts),
      )
      if (tone === "good") setTimeout(close, visibleMs, id)
    },
    [close],
  )
  return { toasts, show, close }
}

type ToastsProps = { readonly toasts: readonly Toast[]; readonly onClose: (id: number) => void }

/** The messages in a corner of the page. Screen readers announce each one. */
export function Toasts({ toasts, onClose }: ToastsProps): VNode {
  const before = useRef<HTMLElement>()
  const close = (id: number) => {
    // The focus returns to where it was, or it would be lost with the button.
    const target = before.current?.isConnected ? before.current : document.getElementById("main")
    target?.focus({ preventScroll: true })
    onClose(id)
  }
  const remember = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const isInside = (currentTarget as Node).contains(relatedTarget as Node | null)
    if (relatedTarget instanceof HTMLElement && !isInside) before.current = relatedTarget
  }
  return (
    <div class="toasts" role="status" aria-live="polite" onFocusIn={remember}>
      {toasts.map(({ id, tone, text }) => (
        <div key={id} class={`toast toast-${tone}`}>
          <p>{text}</p>
          <Button variant="quiet" size="small" onClick={() => close(id)} aria-label={`Close: ${text}`}>
            Close
          </Button>
        </div>
      ))}
    </div>
  )
}
