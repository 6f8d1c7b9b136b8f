import type { JSX, VNode } from "preact"
import "./button.css"
import { classes } from "./classes.ts"

type ButtonProps = Omit<JSX.HTMLAttributes<HTMLButtonElement>, "class" | "size"> & {
  /** Primary: the one action that a card suggests. Danger: cannot be undone. Default: plain. */
  readonly variant?: "plain" | "primary" | "quiet" | "danger"
  /** Icon: a button without a text, which needs an `aria-label`. */
  readonly size?: "small" | "wide" | "icon"
  /** The action runs: the button ignores clicks and keeps the focus. */
  readonly busy?: boolean
}

/** A button. It does not submit a form unless its `type` is "submit". */
export function Button({ variant = "plain", size, busy = false, onClick, ...rest }: ButtonProps): VNode {
  return (
    <button
      type="button"
      {...rest}
      class={classes("button", `button-${variant}`, size && `button-${size}`)}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={busy ? ignore : onClick}
    />
  )
}

function ignore(event: Event): void {
  event.preventDefault()
}
