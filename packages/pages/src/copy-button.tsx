import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "./button.tsx"

type CopyButtonProps = {
  readonly text: string
  /** What is copied, for screen readers: "the statement". */
  readonly what: string
}

const confirmedMs = 2000

/** Copies a text, and confirms it in its own label. */
export function CopyButton({ text, what }: CopyButtonProps): VNode {
  const [label, setLabel] = useState("Copy")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setLabel("Copied")
    } catch {
      setLabel("Select the text and press Ctrl+C")
    }
    setTimeout(setLabel, confirmedMs, "Copy")
  }
  return (
    <Button size="small" variant="quiet" onClick={copy}>
      <span aria-live="polite">{label}</span>
      <span class="visually-hidden">{what}</span>
    </Button>
  )
}
