import type { Ref, VNode } from "preact"
import { useEffect, useId } from "preact/hooks"
import "../field.css"
import { Icon } from "../icon.tsx"

type SearchBoxProps = {
  readonly inputRef: Ref<HTMLInputElement> & { readonly current: HTMLInputElement | null }
  readonly text: string
  /** What is searched, or what Enter did. */
  readonly hint: string
  readonly onText: (text: string) => void
  readonly onSubmit: () => void
}

/** The search for users. */
export function SearchBox({ inputRef, text, hint, onText, onSubmit }: SearchBoxProps): VNode {
  const id = useId()
  useSearchKey(inputRef)
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

/** The key / moves the focus to the search, as on many sites. */
function useSearchKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [input])
}
