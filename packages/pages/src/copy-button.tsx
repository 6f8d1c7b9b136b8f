import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "./button.tsx"
import { Icon } from "./icon.tsx"

type CopyButtonProps = {
  readonly text: string
  /** What is copied, for screen readers: "the statement". */
  readonly what: string
  /** Shows an icon instead of a word, for a button beside a short value. */
  readonly compact?: boolean
}

const confirmedMs = 2000

/** Copies a text, and confirms it in its own label. */
export function CopyButton({ text, what, compact = false }: CopyButtonProps): VNode {
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
  // A failure needs its words.
  const isIcon = compact && label.startsWith("Cop")
  return (
    <Button
      size={compact ? "icon" : "small"}
      variant="quiet"
      onClick={copy}
      title={isIcon ? `${label} ${what}` : undefined}
    >
      {isIcon && <Icon name={label === "Copied" ? "check" : "copy"} />}
      <span aria-live="polite" class={isIcon ? "visually-hidden" : undefined}>
        {label}
      </span>{" "}
      <span class="visually-hidden">{what}</span>
    </Button>
  )
}
