import type { Ref, VNode } from "preact"
import { useId } from "preact/hooks"
import "../field.css"
import { Icon } from "../icon.tsx"

type SearchBoxProps = {
  readonly inputRef: Ref<HTMLInputElement>
  readonly text: string
  /** What is searched, or what Enter did. */
  readonly hint: string
  readonly onText: (text: string) => void
  readonly onSubmit: () => void
}

/** The search for users. */
export function SearchBox({ inputRef, text, hint, onText, onSubmit }: SearchBoxProps): VNode {
  const id = useId()
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search class="studio-search">
      <form onSubmit={submit}>
        <label for={id} class="visually-hidden">
          Find a user
        </label>
        <Icon name="search" />
        <input
          ref={inputRef}
          id={id}
          class="field-input"
          type="search"
          name="search"
          placeholder="Name, email or id"
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          value={text}
          // Some browsers empty the field themselves.
          onKeyDown={({ key }) => key === "Escape" && onText("")}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
        <span class="studio-key" aria-hidden="true">
          /
        </span>
      </form>
      <p id={`${id}-hint`} class="field-hint" aria-live="polite">
        {hint}
      </p>
    </search>
  )
}
