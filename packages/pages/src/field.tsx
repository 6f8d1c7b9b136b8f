import type { JSX, VNode } from "preact"
import { useId } from "preact/hooks"
import "./field.css"

type FieldProps = Omit<JSX.HTMLAttributes<HTMLInputElement>, "class" | "id"> & {
  readonly label: string
  readonly hint?: string
  /** What is wrong and what to type instead. */
  readonly error?: string
}

/** A labelled text input with an optional hint or error below it. */
export function Field({ label, hint, error, ...input }: FieldProps): VNode {
  const id = useId()
  const note = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        class="field-input"
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} aria-live="polite" class={error === undefined ? "field-hint" : "field-error"}>
          {note}
        </p>
      )}
    </div>
  )
}
